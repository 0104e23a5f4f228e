// warplens: --kernel add_parts --grid 4 --block 64 --arg values=int[256]:const=1 --arg sums=int[4]:zero --arg total=int[1]:zero --arg count=4

// Each of count blocks stores the sum of its numbers; then the last one adds up the sums of all. With SPLIT the second
// part is a kernel of its own, launched after the first.

#ifndef SPLIT
#define SPLIT 0
#endif

__device__ void add_up(const int* sums, int* total, int count) {
  int all = 0;
  for (int i = 0; i < count; ++i) {
    all += sums[i];
  }
  *total = all;
}

__global__ void add_parts(const int* values, int* sums, int* total, int count) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();  // the sum begins at zero
  atomicAdd(&sum, values[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();  // all numbers are added

  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
#if !SPLIT
    if (blockIdx.x == count - 1) add_up(sums, total, count);
#endif
  }
}

__global__ void add_sums(const int* sums, int* total, int count) {
  add_up(sums, total, count);
}
