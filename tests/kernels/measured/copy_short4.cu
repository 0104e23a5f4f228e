// warplens: --grid 1 --block 32 --arg a=short[1024]:zero --arg b=short[1024]
__global__ void copy_short4(short4* a, const short4* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
