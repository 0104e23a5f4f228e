// warplens: --grid 1 --block 32 --arg a=uint16_t[1024]:zero --arg b=uint16_t[1024]
__global__ void copy_ushort2(ushort2* a, const ushort2* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
