// warplens: --grid 3 --block 128 --arg input=int[1000]:mod=250 --arg sums=int[3]:zero --arg n=1000
// The same sum with cooperative groups: the block is cut into tiles of 32 threads, each reduces its values with the
// library's reduce(), and the tiles' leaders add theirs to the block's.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void reduceCooperative(const int* input, int* sums, int n) {
  __shared__ int total;
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);

  if (block.thread_rank() == 0) total = 0;
  block.sync();

  int mine = 0;
  for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size()) {
    mine += input[i];
  }
  mine = cg::reduce(tile, mine, cg::plus<int>());
  if (tile.thread_rank() == 0) atomicAdd(&total, mine);
  cg::sync(block);

  if (block.thread_rank() == 0) sums[blockIdx.x] = total;
}
