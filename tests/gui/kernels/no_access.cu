// warplens: --block 32 --arg out=int[32]:zero
__global__ void still(int* out) {
  int x = threadIdx.x;
  x = x + 1;
}
