// warplens: --grid 1 --block 32 --arg a=int[32]:zero
// A store far behind the block's shared memory.
__global__ void shared_store(int* a) {
  __shared__ int tile[32];
  tile[threadIdx.x + (a[threadIdx.x] + 1) * 10000000] = 1;
  __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x];
}
