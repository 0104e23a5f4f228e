// Squares N whole numbers on the device and prints the squares.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

// A copy on the device.
int* on_device(const int numbers[], int count) {
  int* copy;
  cudaMalloc(&copy, count * sizeof(int));
  cudaMemcpy(copy, numbers, count * sizeof(int), cudaMemcpyHostToDevice);
  return copy;
}

int main() {
  int numbers[N], squares[N];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < N; ++i) numbers[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

  int* in = on_device(numbers, N);
  int* out;
  cudaMalloc(&out, sizeof squares);
  square<<<(N + 63) / 64, 64>>>(in, out, N);
  if (cudaGetLastError() != cudaSuccess) {
    printf("the launch failed\n");
    return 1;
  }
  cudaMemcpy(squares, out, sizeof squares, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) printf("%d\n", squares[i]);

  cudaFree(in);
  cudaFree(out);
}
