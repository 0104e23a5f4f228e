// warplens: --grid 2 --block 64 --arg data=int[128]:iota --arg sum=int[1]:zero
// Tiles of 16 threads, two in a warp: a function that takes any group adds its values up with the group's own
// shuffle, and one atomic a tile gathers the sums of all tiles.

#include <cooperative_groups.h>
using namespace cooperative_groups;

template <typename Group>
__device__ int sumOf(Group group, int value) {
  for (int i = group.size() / 2; i > 0; i /= 2) {
    value += group.shfl_down(value, i);
  }
  return value;  // only thread 0 of the group has the whole sum
}

__global__ void sumKernel(const int* data, int* sum) {
  auto tile = tiled_partition<16>(this_thread_block());
  int mine = sumOf(tile, data[blockIdx.x * blockDim.x + threadIdx.x]);
  if (tile.thread_rank() == 0) atomicAdd(sum, mine);
}

int main() {
  int *data, *sum;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  sumKernel<<<2, 64>>>(data, sum);
  cudaDeviceSynchronize();
  return 0;
}
