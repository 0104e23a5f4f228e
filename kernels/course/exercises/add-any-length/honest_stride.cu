// warplens: --grid {min(ceil_div(n, 32), 4)}
// A grid of a few blocks walks over the vectors.
__global__ void add(const float* a, const float* b, float* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i] = a[i] + b[i];
}
