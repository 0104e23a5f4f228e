#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float* a, const float* b, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto g = cg::this_thread_block();
  block.sync();
}
// expect error 4:3: cooperative groups are not supported yet
