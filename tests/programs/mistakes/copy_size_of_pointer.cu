// sizeof of the pointer in place of the array.
#include <cstdio>
__device__ int found;
__global__ void count(const int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] > 5) atomicAdd(&found, 1);
}
int main() {
  const int n = 1000;
  static int h[n];
  int *d, result = 0;
  for (int i = 0; i < n; ++i) h[i] = i % 10;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(d), cudaMemcpyHostToDevice);  // finds: host_copy_size
  count<<<4, 256>>>(d, n);
  cudaMemcpyFromSymbol(&result, found, sizeof result);
  printf("%d\n", result);
}
