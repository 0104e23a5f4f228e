// warplens: --grid 3 --block 128 --arg keys=int[768]:random=7
//
// Bitonic sort of 256 keys a block, two keys a thread, entirely in shared memory.
// Every stage compares partners `stride` apart; small strides are where bank conflicts begin.

#define KEYS_PER_BLOCK 256

__device__ inline void compare_and_swap(int& low, int& high, bool ascending) {
  if ((low > high) == ascending) {
    int other = low;
    low = high;
    high = other;
  }
}

__global__ void bitonic_sort_shared(int* keys) {
  __shared__ int tile[KEYS_PER_BLOCK];
  int* block_keys = keys + blockIdx.x * KEYS_PER_BLOCK;
  tile[threadIdx.x] = block_keys[threadIdx.x];
  tile[threadIdx.x + KEYS_PER_BLOCK / 2] = block_keys[threadIdx.x + KEYS_PER_BLOCK / 2];

  for (unsigned int size = 2; size <= KEYS_PER_BLOCK; size <<= 1) {
    bool ascending = (threadIdx.x & (size / 2)) == 0;
    for (unsigned int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned int first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare_and_swap(tile[first], tile[first + stride], ascending);
    }
  }
  __syncthreads();
  block_keys[threadIdx.x] = tile[threadIdx.x];
  block_keys[threadIdx.x + KEYS_PER_BLOCK / 2] = tile[threadIdx.x + KEYS_PER_BLOCK / 2];
}
