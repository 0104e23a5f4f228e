// warplens: --kernel add_parts --grid 4 --block 64 --arg in=int[256] --arg sums=int[4] --arg done=int[1]:zero --arg total=int[1]:zero --arg who=int[1]:const=4

// Each block stores its sum and counts itself; the block that counts last adds up the sums of all. With SPLIT a second
// kernel does. `who` keeps which block it was.

#ifndef SPLIT
#define SPLIT 0
#endif

__device__ int sum_of(const int* in) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();  // the sum begins at zero
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();  // all elements are added
  return sum;
}

__global__ void add_parts(const int* in, int* sums, int* done, int* total, int* who) {
  int sum = sum_of(in);
  if (threadIdx.x > 0) return;

  sums[blockIdx.x] = sum;
#if !SPLIT
  __threadfence();  // the sum is there for all before it counts
  if (atomicAdd(done, 1) < gridDim.x - 1) return;
  __threadfence();
  int all = 0;
  for (int i = 0; i < gridDim.x; ++i) all += sums[i];
  *total = all;
  *who = blockIdx.x;
#endif
}

__global__ void add_sums(const int* sums, int* total, int count) {
  int all = 0;
  for (int i = 0; i < count; ++i) all += sums[i];
  *total = all;
}
