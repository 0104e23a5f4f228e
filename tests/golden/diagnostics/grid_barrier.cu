#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float* a) {
  cg::grid_group grid = cg::this_grid();
  a[grid.thread_rank()] = 1;
  grid.sync();
}
// expect error 6:8: a barrier over the whole grid (grid.sync()) is not supported -> end the kernel there, and launch a second one for the rest
