// The tail of a vector of floats, one of whose values decides the check.
#include <cmath>
#include <cstdio>
#include <vector>
__global__ void scale(float* v, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= by;
}
int main() {
  const int n = 1000, threads = 128;
  std::vector<float> h(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<n / threads, threads>>>(d, 3.0f, n);  // finds: host_small_grid
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  float worst = 0;
  for (float one : h) worst = std::fmax(worst, std::fabs(one - 3.0f));
  printf(worst < 1e-5f ? "PASS\n" : "FAIL\n");
}
