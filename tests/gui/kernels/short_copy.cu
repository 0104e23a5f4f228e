// A clean launch; its host code copies elements as if they were bytes, and ends what it prints with dots.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  fill<<<1, 64>>>(x);
  int* copy = (int*)malloc(64 * sizeof(int));
  cudaMemcpy(copy, x, 64, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += copy[i];
  printf("%s\n........\n\n", sum == 64 ? "PASS" : "FAIL");
  cudaFree(x);
  free(copy);
}
