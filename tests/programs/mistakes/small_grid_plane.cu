// The last rows and columns of a matrix: blocks rounded down along both axes, and sizes that no
// parameter says.
#include <cstdio>
#include <vector>
constexpr int kRows = 50, kColumns = 70;
__global__ void sum(const float* a, const float* b, float* c) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < kColumns && y < kRows) c[y * kColumns + x] = a[y * kColumns + x] + b[y * kColumns + x];
}
int main() {
  const size_t bytes = kRows * kColumns * sizeof(float);
  std::vector<float> a(kRows * kColumns, 1.5f), b(kRows * kColumns, 2.0f), c(kRows * kColumns);
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice);
  const dim3 block(16, 16), grid(kColumns / block.x, kRows / block.y);
  sum<<<grid, block>>>(d_a, d_b, d_c);  // finds: host_small_grid
  cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost);
  double total = 0;
  for (float one : c) total += one;
  printf("%g\n", total);
}
