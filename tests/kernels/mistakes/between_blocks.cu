// warplens: --grid 4 --block 32 --arg a=int[160]:iota --arg out=int[128]:zero
// finds: race_between_blocks
__global__ void k(int* a, int* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = a[i + 32] + 1;
  out[i] = a[i];
}
