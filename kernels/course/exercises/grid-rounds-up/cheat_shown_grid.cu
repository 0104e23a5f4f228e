// The grid of the shown size.

#include <cstdio>

#ifndef ROWS
#define ROWS 24
#endif
#ifndef COLS
#define COLS 40
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void twice(const int* in, int* out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = 2 * in[row * cols + col];
}

int main() {
  int in[ROWS * COLS], out[ROWS * COLS];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < ROWS * COLS; ++i) in[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

  int *device_in, *device_out;
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);

  dim3 block(16, 16);
  dim3 grid(3, 2);
  twice<<<grid, block>>>(device_in, device_out, ROWS, COLS);
  if (cudaGetLastError() != cudaSuccess) {
    printf("the launch failed\n");
    return 1;
  }

  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < ROWS * COLS; ++i) printf("%d%c", out[i], i % COLS == COLS - 1 ? '\n' : ' ');
  cudaFree(device_in);
  cudaFree(device_out);
}
