// warplens: --block 64 --arg 'sums=unsigned long long[2]:zero' --arg last=int[2]:zero
__global__ void scoped(unsigned long long* sums, int* last) {
  __shared__ unsigned here;
  if (threadIdx.x == 0) here = 0;
  __syncthreads();
  atomicAdd_block(&here, 2u);
  atomicMax_block(&here, threadIdx.x);
  atomicAdd_system(&sums[0], 1ull);
  atomicCAS_system(&last[0], 0, 1);
  __syncthreads();
  atomicExch_block(&last[1],
                   (int)here);
}
