// What nothing has written goes through shared memory and a reduction.
#include <cstdio>
__global__ void sum(const int* v, int* result) {
  __shared__ int part[64];
  part[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = part[0];
}
int main() {
  int h[64], *v, *result, sum_of = 0;
  for (int i = 0; i < 64; ++i) h[i] = 1;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(v, h, 64, cudaMemcpyHostToDevice);  // finds: host_copy_size
  sum<<<1, 64>>>(v, result);
  cudaMemcpy(&sum_of, result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", sum_of);
}
