// warplens: --grid 3,3 --block 16,16 --arg d_A=float[48][48]:mod=11 --arg d_B=float[48][48]:mod=6 --arg d_C=float[48][48]:zero --arg width=48
// The block copies a tile of each matrix into shared memory and every thread uses each copied element: global memory
// is read a sixteenth as often. Two barriers a phase: the tile must be full before it is used, and used before the
// next one takes its place.

#include <stdio.h>
#include <stdlib.h>

#define TILE_WIDTH 16
#define CHECK_CUDA(call)                                                              \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

__global__ void MatrixMulTiled(float* d_A, float* d_B, float* d_C, int width) {
  __shared__ float As[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

  int bx = blockIdx.x, by = blockIdx.y;
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = by * TILE_WIDTH + ty;
  int col = bx * TILE_WIDTH + tx;

  float value = 0;
  for (int phase = 0; phase < width / TILE_WIDTH; ++phase) {
    As[ty][tx] = d_A[row * width + phase * TILE_WIDTH + tx];
    Bs[ty][tx] = d_B[(phase * TILE_WIDTH + ty) * width + col];
    __syncthreads();

    for (int k = 0; k < TILE_WIDTH; ++k) value += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  d_C[row * width + col] = value;
}

int main() {
  const int width = 48;
  const size_t size = width * width * sizeof(float);
  float* h_A = (float*)malloc(size);
  float* h_B = (float*)malloc(size);
  for (int i = 0; i < width * width; ++i) {
    h_A[i] = i % 11;
    h_B[i] = i % 6;
  }

  float *d_A, *d_B, *d_C;
  CHECK_CUDA(cudaMalloc((void**)&d_A, size));
  CHECK_CUDA(cudaMalloc((void**)&d_B, size));
  CHECK_CUDA(cudaMalloc((void**)&d_C, size));
  CHECK_CUDA(cudaMemcpy(d_A, h_A, size, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(d_B, h_B, size, cudaMemcpyHostToDevice));

  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  dim3 dimGrid(width / TILE_WIDTH, width / TILE_WIDTH, 1);
  MatrixMulTiled<<<dimGrid, dimBlock>>>(d_A, d_B, d_C, width);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(h_A, d_C, size, cudaMemcpyDeviceToHost));
  printf("C[0][0] = %f\n", h_A[0]);

  cudaFree(d_A);
  cudaFree(d_B);
  cudaFree(d_C);
  free(h_A);
  free(h_B);
  return 0;
}
