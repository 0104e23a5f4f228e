// warplens: --grid 1 --block 32 --arg a=int[32]:zero
__global__ void stops(int* a) {
  a[threadIdx.x] = 1;
  if (threadIdx.x == 3) __trap();
}
