// warplens: --shared {4 * n}
// Nobody needs the factors alone: the products are kept.
__global__ void add_products(const float* a, const float* b, float* out, int n) {
  extern __shared__ float products[];
  int begin = blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += 128) products[i] = a[begin + i] * b[begin + i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 128) {
    float sum = 0;
    for (int k = i; k < i + 4 && k < n; ++k) sum += products[k];
    out[begin + i] = sum;
  }
}
