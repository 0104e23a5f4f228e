// One warp of a block fetches the weights, each lane one of them.

#include <cstdio>

#ifndef N
#define N 128
#endif
#ifndef SEED
#define SEED 1
#endif
#define WEIGHTS 32

__constant__ int weights[WEIGHTS];

__global__ void weigh(const int* in, int* out, int n) {
  __shared__ int kept[WEIGHTS];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < WEIGHTS) kept[threadIdx.x] = weights[threadIdx.x];
  __syncthreads();
  if (t < n) {
    int sum = 0;
    for (int i = WEIGHTS - 1; i >= 0; --i) sum += kept[i] * in[t + i];
    out[t] = sum;
  }
}

int main() {
  int in[N + WEIGHTS], own[WEIGHTS], out[N];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N + WEIGHTS; ++i) in[i] = 1 + ((state = state * 1664525 + 1013904223) >> 24);
  for (int i = 0; i < WEIGHTS; ++i) own[i] = 1 + ((state = state * 1664525 + 1013904223) >> 24);

  int *device_in, *device_out;
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, own, sizeof own);

  weigh<<<(N + 63) / 64, 64>>>(device_in, device_out, N);
  if (cudaGetLastError() != cudaSuccess) {
    printf("the launch failed\n");
    return 1;
  }

  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%d%c", out[i], i % 16 == 15 ? '\n' : ' ');
  cudaFree(device_in);
  cudaFree(device_out);
}
