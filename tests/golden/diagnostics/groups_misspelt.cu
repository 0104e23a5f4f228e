#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float* a) {
  auto block = cg::this_thread_blok();
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  a[0] = tile.shfl_dwon(a[1], 1);
  block.sync();
}
// expect error 4:16: unknown function 'cg::this_thread_blok'
// expect error 6:15: 'cooperative_groups::thread_block_tile<32>' has no member 'shfl_dwon'
