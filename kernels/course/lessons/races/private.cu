// warplens: --grid 4 --block 256 -D BINS=16 -D COUNTING=256 --arg values=int[1024]:mod=16 --arg bins=int[16]:zero

// A histogram with a copy of the bins for each block: COUNTING of its threads count the block's numbers in shared memory,
// then the copy is added to the bins in global memory.

#ifndef BINS
#define BINS 16
#endif
#ifndef COUNTING
#define COUNTING 256
#endif

__global__ void histogram(const int* values, int* bins) {
  __shared__ int copy[BINS];
  int t = threadIdx.x;
  int first = blockIdx.x * blockDim.x;

  if (t < BINS) copy[t] = 0;
  __syncthreads();  // all bins of the copy are zero

  if (t < COUNTING) {
    for (int i = t; i < blockDim.x; i += COUNTING) {
      atomicAdd(&copy[values[first + i]], 1);
    }
  }
  __syncthreads();  // all numbers are counted

  if (t < BINS) atomicAdd(&bins[t], copy[t]);
}
