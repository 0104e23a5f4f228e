// warplens: --grid 2 --block 64 --arg in=int[128]:mod=29 --arg sums=int[16]:none --arg out=int[128]:none
//
// Cooperative groups: the block is partitioned into tiles of eight threads, each of which reduces by
// its own shuffles; the whole block then meets at one barrier.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <typename Group>
__device__ int group_sum(Group group, int value) {
  for (int offset = group.size() / 2; offset > 0; offset /= 2) {
    value += group.shfl_down(value, offset);
  }
  return value;
}

__global__ void tile_groups(const int* in, int* sums, int* out) {
  __shared__ int tile_sums[8];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  const int i = blockIdx.x * block.size() + block.thread_rank();
  const int tile_index = block.thread_rank() / 8;

  const int sum = group_sum(tile, in[i]);
  if (tile.thread_rank() == 0) {
    tile_sums[tile_index] = sum;
    sums[blockIdx.x * 8 + tile_index] = sum;
  }
  block.sync();
  out[i] = in[i] + tile_sums[(tile_index + 1) % 8];
}
