// warplens: --grid 2 --block 64 --arg keys=int[300]:mod=5 --arg counts=int[5]:zero --arg n=300
// Lanes with the same key find each other by __match_any_sync, and one of them, the first, adds for all: at most one
// atomic a warp and key instead of one a lane.

__global__ void histogramAggregated(const int* keys, int* counts, int n) {
  const int lane = threadIdx.x % warpSize;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned active = __activemask();
    const unsigned same = __match_any_sync(active, keys[i]);
    const int leader = __ffs(same) - 1;
    if (lane == leader) atomicAdd(&counts[keys[i]], __popc(same));
  }
}
