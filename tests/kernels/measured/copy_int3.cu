// warplens: --grid 1 --block 32 --arg a=int[1020]:zero --arg b=int[1020]
__global__ void copy_int3(int3* a, const int3* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
