// warplens: --grid 1 --block 32 --arg a=int8_t[1024]:zero --arg b=int8_t[1024]
__global__ void copy_char2(char2* a, const char2* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
