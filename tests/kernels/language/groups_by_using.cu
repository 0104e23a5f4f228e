// warplens: --arg a=float[32] --block 32
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
using cooperative_groups::this_thread_block;
using cooperative_groups::thread_block;
namespace coop = cooperative_groups;
__device__ void wait(const thread_block& b) {
  b.sync();
  coop::sync(b);
}
__global__ void k(float* a) {
  wait(this_thread_block());
  auto g = coop::this_grid();
  a[threadIdx.x] = g.thread_rank() + coop::this_thread_block().num_threads();
}
