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
// The result is the number of arguments, literals among them.
__global__ void results() {
  int r = printf("%s\n", "lit");
  printf("%d\n", r);
  r = printf("%10s|%-6s|%.2s %d\n", "right", "left", "cut", 3);
  printf("%d\n", r);
  r = printf("plain %%\n");
  printf("%d\n", r);
}
int main() {
  k<<<1, 3>>>();
  results<<<1, 1>>>();
  cudaDeviceSynchronize();
  show(7);
}
