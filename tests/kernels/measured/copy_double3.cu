// warplens: --grid 1 --block 32 --arg a=double[768]:zero --arg b=double[768]
__global__ void copy_double3(double3* a, const double3* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
