// Copies the result back, and prints what the host has added up.

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

__global__ void add_up(const int* matrix, int* sums, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int sum = 0;
  for (int col = 0; col < cols; ++col) sum += matrix[row * cols + col];
  sums[row] = sum;
}

int main() {
  int matrix[ROWS * COLS], sums[ROWS], back[ROWS];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < ROWS * COLS; ++i) matrix[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

  int *device_matrix, *device_sums;
  cudaMalloc(&device_matrix, sizeof matrix);
  cudaMalloc(&device_sums, ROWS * sizeof(int));
  cudaMemcpy(device_matrix, matrix, sizeof matrix, cudaMemcpyHostToDevice);

  add_up<<<(ROWS + 31) / 32, 32>>>(device_matrix, device_sums, ROWS, COLS);
  if (cudaGetLastError() != cudaSuccess) {
    printf("the launch failed\n");
    return 1;
  }

  cudaMemcpy(back, device_sums, sizeof back, cudaMemcpyDeviceToHost);
  for (int row = 0; row < ROWS; ++row) {
    sums[row] = 0;
    for (int col = 0; col < COLS; ++col) sums[row] += matrix[row * COLS + col];
  }
  for (int row = 0; row < ROWS; ++row) printf("%d\n", sums[row]);
  cudaFree(device_matrix);
  cudaFree(device_sums);
}
