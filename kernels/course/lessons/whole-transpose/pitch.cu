// Rows of a matrix in memory of the device, one after the other or, PITCHED, each at the beginning of an aligned piece: then
// they are `pitch` bytes apart.

#include <cstdio>

#ifndef PITCHED
#define PITCHED 1
#endif
#ifndef ROWS
#define ROWS 8
#endif
#ifndef COLS
#define COLS 33
#endif

__global__ void twice(float* first, size_t pitch, int cols) {
  float* row = (float*)((char*)first + blockIdx.y * pitch);
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < cols) {
    row[col] = 2 * row[col];
  }
}

int main() {
  float host[ROWS * COLS];
  for (int i = 0; i < ROWS * COLS; ++i) host[i] = i;

  float* rows;
  size_t pitch = COLS * sizeof(float);
#if PITCHED == 1
  cudaMallocPitch(&rows, &pitch, COLS * sizeof(float), ROWS);
#else
  cudaMalloc(&rows, ROWS * COLS * sizeof(float));
#endif
  cudaMemcpy2D(rows, pitch, host, COLS * sizeof(float), COLS * sizeof(float), ROWS, cudaMemcpyHostToDevice);
  twice<<<dim3((COLS + 31) / 32, ROWS), 32>>>(rows, pitch, COLS);
  cudaMemcpy2D(host, COLS * sizeof(float), rows, pitch, COLS * sizeof(float), ROWS, cudaMemcpyDeviceToHost);
  cudaFree(rows);

  printf("%g\n", host[ROWS * COLS - 1]);
  return 0;
}
