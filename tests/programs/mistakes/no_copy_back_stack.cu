// A result that waits in an array of main()'s.
#include <cstdio>
__global__ void add(const int* a, const int* b, int* c) {
  int i = threadIdx.x;
  c[i] = a[i] + b[i];
}
int main() {
  int h_a[32], h_b[32], h_c[32], *a, *b, *c;
  for (int i = 0; i < 32; ++i) {
    h_a[i] = i;
    h_b[i] = 100 * i;
  }
  cudaMalloc(&a, sizeof h_a);
  cudaMalloc(&b, sizeof h_b);
  cudaMalloc(&c, sizeof h_c);
  cudaMemcpy(a, h_a, sizeof h_a, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h_b, sizeof h_b, cudaMemcpyHostToDevice);
  add<<<1, 32>>>(a, b, c);  // finds: host_no_copy_back
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) printf("%d\n", h_c[i]);
}
