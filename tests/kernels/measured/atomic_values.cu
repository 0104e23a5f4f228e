// warplens: --grid 2 --block 64 --arg a=int[128]:mod=9 --arg o=int[128] --arg n=unsigned[4]:zero
__global__ void atomic_values(const int* a, int* o, unsigned* n) {
  __shared__ int slots[16];
  __shared__ unsigned long long big[4];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t < 16) slots[t] = 0;
  if (t < 4) big[t] = 0;
  __syncthreads();
  if (a[i] > 2) atomicAdd(&slots[a[i]], t);
  __syncthreads();
  o[i] = slots[t & 15];
}
