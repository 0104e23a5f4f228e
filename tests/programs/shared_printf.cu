// printf and assert in a function that host code and kernels both call, with strings that it
// chooses.
#include <cassert>
#include <cstdio>
__host__ __device__ const char* sign(int x) {
  return x < 0 ? "minus" : x ? "plus" : "zero";
}
__host__ __device__ void show(int x) {
  printf("%s %d\n", sign(x), x);
  assert(x < 100 && "too large");
}
__global__ void k() {
  show((int)threadIdx.x - 1);
}
int main() {
  k<<<1, 3>>>();
  cudaDeviceSynchronize();
  show(7);
}
