// warplens: --block 32 --arg out=int[1]:zero

// One thread follows a chain through shared memory: each element says where the next one is, so that no load can begin
// before the one before it has ended.

#ifndef LOADS
#define LOADS 16
#endif

__global__ void chain(int* out) {
  __shared__ int next[LOADS];
  for (int i = threadIdx.x; i < LOADS; i += blockDim.x) next[i] = (i + 1) % LOADS;
  __syncthreads();

  if (threadIdx.x == 0) {
    int at = 0;
    for (int i = 0; i < LOADS; ++i) at = next[at];
    out[0] = at;
  }
}
