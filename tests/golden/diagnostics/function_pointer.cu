__device__ float twice(float v) { return 2 * v; }
__global__ void k(float* a) {
  float (*f)(float) = twice;
  a[0] = f(a[1]);
}
// expect error 3:11: pointers to functions are not supported
// expect error 4:10: unknown function 'f'
