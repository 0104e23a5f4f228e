// Sends pieces of a row to the device through one buffer, adds to them there and prints the row.

#include <cstdio>

#ifndef N
#define N 100
#endif
#ifndef PIECES
#define PIECES 4
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void add(int* piece, int number, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) piece[i] += number;
}

int main() {
  int row[N * PIECES];  // the host's
  int* buffer;          // pinned
  cudaMallocHost(&buffer, N * sizeof(int));
  int* device_row;
  cudaMalloc(&device_row, sizeof row);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  unsigned state = SEED;

  for (int piece = 0; piece < PIECES; ++piece) {
    for (int i = 0; i < N; ++i) buffer[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
    int* device_piece = device_row + piece * N;
    cudaMemcpyAsync(device_piece, buffer, N * sizeof(int), cudaMemcpyHostToDevice, stream);
    add<<<(N + 63) / 64, 64, 0, stream>>>(device_piece, piece + 1, N);
  }

  cudaStreamSynchronize(stream);
  cudaMemcpy(row, device_row, sizeof row, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N * PIECES; ++i) printf("%d\n", row[i]);

  cudaFreeHost(buffer);
  cudaStreamDestroy(stream);
  cudaFree(device_row);
}
