#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float* a) {
  __shared__ cg::block_tile_memory<256> memory;
  cg::no_such_group block;
  a[0] = 1;
}
// expect error 4:14: memory for tiles of several warps (block_tile_memory) is not supported
// expect error 5:3: 'cg' has no 'no_such_group'
