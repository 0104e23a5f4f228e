// warplens: --grid 1 --block 32 --arg a=int64_t[512]:zero --arg b=int64_t[512]
__global__ void copy_longlong2(longlong2* a, const longlong2* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
