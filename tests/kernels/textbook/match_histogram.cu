// warplens: --grid 2 --block 128 --arg keys=int[256]:mod=11 --arg bins=int[16]:zero
//
// A histogram in which the lanes of equal keys find each other by __match_any_sync; only the first of
// each group adds, and adds the group's size. No two lanes of a request meet at one bin.

__global__ void match_histogram(const int* keys, int* bins) {
  __shared__ int counts[16];
  if (threadIdx.x < 16) counts[threadIdx.x] = 0;
  __syncthreads();

  const int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  const unsigned int peers = __match_any_sync(0xffffffff, key);
  const int leader = __ffs(peers) - 1;
  if (threadIdx.x % 32 == leader) atomicAdd(&counts[key], __popc(peers));
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}
