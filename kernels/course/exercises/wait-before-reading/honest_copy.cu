// Memory of the device alone; copies bring back what is left, and wait.

#include <cstdio>

#ifndef N
#define N 200
#endif
#ifndef MOST
#define MOST 1000
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void halve(int* numbers, int* halved, int* left, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || numbers[i] < 2) return;
  numbers[i] /= 2;
  ++halved[i];
  if (numbers[i] >= 2) atomicAdd(left, 1);
}

int main() {
  int numbers[N], halved[N] = {}, left;  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N; ++i)
    numbers[i] = MOST + ((state = state * 1664525 + 1013904223) >> 16) % MOST;
  int *device_numbers, *device_halved, *device_left;
  cudaMalloc(&device_numbers, sizeof numbers);
  cudaMalloc(&device_halved, sizeof halved);
  cudaMalloc(&device_left, sizeof left);
  cudaMemcpy(device_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemcpy(device_halved, halved, sizeof halved, cudaMemcpyHostToDevice);

  do {
    cudaMemset(device_left, 0, sizeof left);
    halve<<<(N + 63) / 64, 64>>>(device_numbers, device_halved, device_left, N);
    cudaMemcpy(&left, device_left, sizeof left, cudaMemcpyDeviceToHost);
  } while (left > 0);
  cudaMemcpy(halved, device_halved, sizeof halved, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%d\n", halved[i]);

  cudaFree(device_numbers);
  cudaFree(device_halved);
  cudaFree(device_left);
}
