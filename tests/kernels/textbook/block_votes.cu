// warplens: --grid 4 --block 60 --arg in=int[240]:mod=130 --arg found=int[4]:none --arg all_small=int[4]:none --arg count=int[4]:none
//
// Barriers that also vote: how many threads of the block hold a multiple of 7, whether any holds 100,
// whether all are below 110.

__global__ void block_votes(const int* in, int* found, int* all_small, int* count) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const int multiples = __syncthreads_count(value % 7 == 0);
  const int any = __syncthreads_or(value == 100);
  const int all = __syncthreads_and(value < 110);
  if (threadIdx.x == 0) {
    count[blockIdx.x] = multiples;
    found[blockIdx.x] = any != 0;
    all_small[blockIdx.x] = all != 0;
  }
}
