// warplens: --block 128 --arg in=int[128] --arg out=int[8]
// Groups of every kind, by `using namespace` and as parameters of functions.
#include <cooperative_groups.h>
using namespace cooperative_groups;
template <int kSize>
__device__ int total_of_tile(thread_block_tile<kSize> tile, int value) {
  for (int step = tile.size() / 2; step > 0; step /= 2) value += tile.shfl_down(value, step);
  return value;
}
__device__ int total_of_any(thread_group group, int* shared, int value) {
  const int rank = group.thread_rank();
  shared[rank] = value;
  group.sync();
  for (int half_of = group.size() / 2; half_of > 0; half_of /= 2) {
    if (rank < half_of) shared[rank] += shared[rank + half_of];
    group.sync();
  }
  return shared[0];
}
__global__ void totals(int* in, int* out) {
  __shared__ int shared[128];
  auto block = this_thread_block();
  thread_block again = this_thread_block();
  auto tile = tiled_partition<32>(block);
  thread_block_tile<4> four = tiled_partition<4>(block);
  thread_group sixteen = tiled_partition(again, 16);
  const int value = in[block.thread_rank()];
  const int of_tile = total_of_tile<32>(tile, value);
  if (tile.thread_rank() == 0) atomicAdd(&out[0], of_tile);
  const int of_block = total_of_any(again, shared, value);
  block.sync();
  const int of_sixteen = total_of_any(sixteen, shared + block.thread_rank() / 16 * 16, value);
  if (block.thread_rank() == 0) out[1] = of_block + of_sixteen + block.group_index().x;
  if (tile.any(value > 3) && tile.all(value >= 0)) out[2] = tile.ballot(value & 1);
  out[3] = four.shfl(value, 0) + four.shfl_xor(value, 1) + tile.meta_group_size();
  if (value % 2 == 0) {
    coalesced_group active = coalesced_threads();
    if (active.thread_rank() == 0) out[4] = active.size();
  }
}
