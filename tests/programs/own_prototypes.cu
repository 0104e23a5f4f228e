// Prototypes of functions that CUDA has, and the larger of what is no number.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
int32_t min(int32_t a, int32_t b);
float sqrtf(float x);
__global__ void smaller(int* a) {
  *a = min(3, 4);
}
int main() {
  int* a;
  cudaMallocManaged(&a, 4 * sizeof(int));
  smaller<<<1, 1>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d %g\n", *a, min(min(5, 6), 7), sqrtf(4));
  a[3] = 9;
  const std::string x = "b", y = "a";
  printf("%d %s %s\n", *std::max(a, a + 3), std::max(x, y).c_str(), std::min(x, y).c_str());
}
