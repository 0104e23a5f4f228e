__global__ void k(float* a) {
  extern __shared__ float* pool;
  extern __shared__ float s[32];
  a[0] = 1;
}
// expect error 2:28: dynamic shared memory is an array without a size, of one dimension
// expect error 3:27: dynamic shared memory is an array without a size, of one dimension
