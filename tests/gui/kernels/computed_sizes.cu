// Host code whose launches have sizes that it computes: three alike, and one of twice as many blocks.
#include <cstdlib>

__global__ void fill(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main(int argc, char** argv) {
  const int blocks_before = argc > 1 ? atoi(argv[1]) : 4;
  float* x;
  cudaMalloc(&x, 8 * 64 * sizeof(float));
  for (int i = 0; i < 4; ++i) {
    const int blocks = i < 3 ? blocks_before : 2 * blocks_before;
    const int threads = 64;
    fill<<<blocks, threads>>>(x);
  }
  cudaDeviceSynchronize();
  cudaFree(x);
}
