// Each row is copied by itself.

#include <cstdio>

#ifndef ROWS
#define ROWS 16
#endif
#ifndef COLS
#define COLS 63
#endif
#ifndef SEED
#define SEED 1
#endif

// Rows are `pitch` bytes apart.
__global__ void add_below(const char* in, char* out, size_t pitch, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    int sum = ((const int*)(in + row * pitch))[col];
    if (row + 1 < rows) sum += ((const int*)(in + (row + 1) * pitch))[col];
    ((int*)(out + row * pitch))[col] = sum;
  }
}

int main() {
  int in[ROWS * COLS], out[ROWS * COLS];  // the host's
  unsigned state = SEED;
  for (int i = 0; i < ROWS * COLS; ++i) in[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);

  size_t row_bytes = COLS * sizeof(int);
  size_t pitch;
  char *device_in, *device_out;
  cudaMallocPitch(&device_in, &pitch, row_bytes, ROWS);
  cudaMallocPitch(&device_out, &pitch, row_bytes, ROWS);
  for (int row = 0; row < ROWS; ++row) cudaMemcpy(device_in + row * pitch, in + row * COLS, row_bytes, cudaMemcpyHostToDevice);

  dim3 block(32, 8);
  dim3 grid((COLS + block.x - 1) / block.x, (ROWS + block.y - 1) / block.y);
  add_below<<<grid, block>>>(device_in, device_out, pitch, ROWS, COLS);
  if (cudaGetLastError() != cudaSuccess) {
    printf("the launch failed\n");
    return 1;
  }

  for (int row = 0; row < ROWS; ++row) cudaMemcpy(out + row * COLS, device_out + row * pitch, row_bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < ROWS * COLS; ++i) printf("%d%c", out[i], i % COLS == COLS - 1 ? '\n' : ' ');
  cudaFree(device_in);
  cudaFree(device_out);
}
