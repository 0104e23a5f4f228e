// warplens: --grid 1 --block 32 --arg a=int[1024]:zero --arg b=int[1024]
__global__ void copy_int1(int1* a, const int1* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
