// warplens: --grid 1 --block 32 --arg a=int[134217728]:none
__global__ void half_a_gibibyte(int* a) {
  a[threadIdx.x] = 1;
}
