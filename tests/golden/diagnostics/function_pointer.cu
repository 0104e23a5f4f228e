__device__ float twice(float v) { return 2 * v; }
__device__ int twice(int v) { return 2 * v; }
__device__ float half_of(float v) { return v / 2; }
__global__ void k(float* a) {
  float (*f)(double) = half_of;
  auto g = twice;
  float (*h)(float) = twice;
  a[0] = h(a[1], a[2]);
}
// expect error 5:24: 'float (*)(float)' does not convert to 'float (*)(double)'
// expect error 6:12: 'twice' names more than one function
// expect error 8:10: 'float (*)(float)' takes 1 argument, not 2
