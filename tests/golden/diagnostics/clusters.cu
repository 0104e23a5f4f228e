// Clusters of blocks, by their attribute and by their functions.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) behind(float* a) { a[0] = 1; }
__cluster_dims__(4) __global__ void before(float* a) { a[0] = 1; }
__global__ __launch_bounds__(128) __cluster_dims__(2, 2) void between(float* a) { a[0] = 1; }
__global__ void __cluster_dims__(1, 1, 1) __maxnreg__(64) alone(float* a) { a[0] = 1; }
__device__ void meet(cg::cluster_group all) { all.sync(); }
__global__ void k(float* a) {
  __shared__ float s[32];
  float* theirs = cg::this_cluster().map_shared_rank(s, 1);
  a[0] = __clusterRelativeBlockRank();
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
}
__global__ void m(float* a) { meet(cg::this_cluster()); }
// expect error 4:17: clusters of blocks (__cluster_dims__) are not supported -> leave it out, and use one block's shared memory, or global memory
// expect error 5:1: clusters of blocks (__cluster_dims__) are not supported
// expect error 6:35: clusters of blocks (__cluster_dims__) are not supported
// expect error 8:22: thread block clusters are not supported -> use one block's shared memory, or global memory
// expect error 11:19: thread block clusters are not supported
// expect error 12:10: thread block clusters are not supported
// expect error 13:3: thread block clusters are not supported
// expect error 14:3: thread block clusters are not supported
// expect error 16:36: thread block clusters are not supported
