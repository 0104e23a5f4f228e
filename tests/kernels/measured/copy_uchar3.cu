// warplens: --grid 1 --block 32 --arg a=uint8_t[1020]:zero --arg b=uint8_t[1020]
__global__ void copy_uchar3(uchar3* a, const uchar3* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
