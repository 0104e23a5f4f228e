// __device__, __constant__ and __managed__ variables from the host; kernels that print and assert.
#include <cassert>
#include <cstdio>

__constant__ float weights[4] = {1, 2};
__device__ int calls = 5;
__managed__ int limit = 3;
__device__ float table[8];

__global__ void use(float* out) {
  out[threadIdx.x] = weights[threadIdx.x] * 10 + calls;
  table[threadIdx.x] = out[threadIdx.x] / 2;
  if (threadIdx.x == 0) {
    limit += 4;
    printf("block %d of %d: %s %.1f\n", blockIdx.x, gridDim.x, "sees", weights[3]);
  }
}

__global__ void checked(int n) {
  assert((int)threadIdx.x < n);
}

int main() {
  float *d, h[4];
  cudaMalloc(&d, sizeof h);
  use<<<1, 4>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g, limit %d\n", h[0], h[1], h[2], h[3], limit);
  float w[4] = {4, 3, 2, 1};
  int seven = 7;
  cudaMemcpyToSymbol(weights, w, sizeof w);
  cudaMemcpyToSymbol(calls, &seven, sizeof seven);
  use<<<1, 4>>>(d);
  printf("launched\n");
  cudaDeviceSynchronize();
  float kept[8];
  cudaMemcpyFromSymbol(kept, table, sizeof kept);
  cudaMemcpyFromSymbol(&seven, calls, sizeof seven);
  printf("%g %g %d\n", kept[0], kept[3], seven);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  use<<<1, 1>>>(d);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = -1;
  cudaEventElapsedTime(&ms, start, stop);
  printf("%d\n", ms > 0);
  checked<<<1, 2>>>(2);
  printf("%d\n", cudaDeviceSynchronize());
  checked<<<1, 4>>>(2);
  printf("%d\n", cudaDeviceSynchronize());
  return 0;
}
