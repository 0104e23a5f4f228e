// warplens: --grid 1 --block 32 --arg a=uint8_t[1024]:zero --arg b=uint8_t[1024]
__global__ void copy_uchar4(uchar4* a, const uchar4* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
