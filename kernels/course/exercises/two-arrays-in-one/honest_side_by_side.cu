// warplens: --shared {8 * n}
// Numbers of one index are side by side.
__global__ void add_products(const float* a, const float* b, float* out, int n) {
  extern __shared__ float both[];
  int begin = blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += 128) {
    both[2 * i] = a[begin + i];
    both[2 * i + 1] = b[begin + i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 128) {
    float sum = 0;
    for (int k = i; k < i + 4 && k < n; ++k) sum += both[2 * k] * both[2 * k + 1];
    out[begin + i] = sum;
  }
}
