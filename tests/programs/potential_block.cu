// The block that the runtime's occupancy functions suggest: limited by the kernel's bound, by
// shared memory, by the program.
#include <cstdio>

__global__ void plain(float* p) { p[threadIdx.x] = 1; }
__global__ void __launch_bounds__(200) bounded(float* p) { p[threadIdx.x] = 1; }
__global__ void tiled(float* p) {
  __shared__ float tile[9000];
  tile[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = tile[threadIdx.x + 1];
}

int main() {
  int grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain);
  printf("plain %d %d\n", grid, block);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 300);
  printf("at most 300: %d %d\n", grid, block);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 40000);
  printf("40000 bytes: %d %d\n", grid, block);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded);
  printf("bounded %d %d\n", grid, block);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, tiled);
  printf("tiled %d %d\n", grid, block);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid, &block, plain, [](int threads) { return threads > 256 ? 49152 : 16 * threads; }, 320);
  printf("more shared memory for large blocks: %d %d\n", grid, block);
}
