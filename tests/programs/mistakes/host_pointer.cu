// The address of a variable of main(): the kernel breaks off.
#include <cstdio>
__global__ void largest(const int* v, int n, int* result) {
  int best = v[0];
  for (int i = 1; i < n; ++i) best = v[i] > best ? v[i] : best;
  *result = best;
}
int main() {
  int h[4] = {3, 9, 2, 4}, *v, best = 0;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  largest<<<1, 1>>>(v, 4, &best);  // finds: host_pointer
  cudaDeviceSynchronize();
  printf("%d\n", best);
  cudaFree(v);
}
