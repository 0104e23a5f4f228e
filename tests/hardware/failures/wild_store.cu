// warplens: --grid 1 --block 32 --arg a=int[32]:zero
// A store a few terabytes behind its array.
__global__ void wild_store(int* a) {
  a[threadIdx.x + (1LL << 40)] = 1;
}
