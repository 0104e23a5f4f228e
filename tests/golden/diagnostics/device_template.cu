template <class T> __device__ T twice(T x) { return x + x; }
__global__ void k(float* a) {
  a[0] = twice(a[1]);
}
// expect error 3:10: 'twice' is a template: these are not supported yet
