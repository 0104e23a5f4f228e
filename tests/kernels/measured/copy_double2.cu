// warplens: --grid 1 --block 32 --arg a=double[512]:zero --arg b=double[512]
__global__ void copy_double2(double2* a, const double2* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
