// One of two inputs is never copied; the check fails either way.
#include <cstdio>
__global__ void add(const int* a, const int* b, int* c) {
  int i = threadIdx.x;
  c[i] = a[i] + b[i];
}
int main() {
  int h[32], r[32], *a, *b, *c;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);  // finds: host_unwritten
  cudaMalloc(&c, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  add<<<1, 32>>>(a, b, c);
  cudaMemcpy(r, c, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) {
    if (r[i] != 2 * i) {
      printf("FAIL\n");
      return 1;
    }
  }
  printf("PASS\n");
}
