// warplens: --shared {8 * n}
__global__ void add_products(const float* a, const float* b, float* out, int n) {
  extern __shared__ float first[];
  float* second = first + n;
  int begin = blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += 128) {
    first[i] = a[begin + i];
    second[i] = b[begin + i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 128) {
    float sum = 0;
    for (int k = i; k < i + 4 && k < n; ++k) sum += first[k] * second[k];
    out[begin + i] = sum;
  }
}
