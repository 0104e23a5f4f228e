__device__ float square(float x) { return x * x; }
__global__ void k(float* a) {
  a[0] = square(a[1]);
}
// expect error 3:10: 'square' is a __device__ function: these are not supported yet
