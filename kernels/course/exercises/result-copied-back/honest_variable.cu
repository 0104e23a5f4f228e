// The sums are a variable of the device.

#include <cstdio>

#ifndef ROWS
#define ROWS 40
#endif
#ifndef COLS
#define COLS 12
#endif
#ifndef SEED
#define SEED 1
#endif

__device__ int device_sums[ROWS];

__global__ void add_up(const int* matrix, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int sum = 0;
  for (int col = 0; col < cols; ++col) sum += matrix[row * cols + col];
  device_sums[row] = sum;
}

int main() {
  int matrix[ROWS * COLS], sums[ROWS];
  unsigned state = SEED;
  for (int i = 0; i < ROWS * COLS; ++i) matrix[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

  int* device_matrix;
  cudaMalloc(&device_matrix, sizeof matrix);
  cudaMemcpy(device_matrix, matrix, sizeof matrix, cudaMemcpyHostToDevice);
  add_up<<<(ROWS + 127) / 128, 128>>>(device_matrix, ROWS, COLS);
  cudaMemcpyFromSymbol(sums, device_sums, sizeof sums);
  for (int row = 0; row < ROWS; ++row) printf("%d\n", sums[row]);
  cudaFree(device_matrix);
}
