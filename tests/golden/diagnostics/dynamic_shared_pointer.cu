__global__ void k(float* a) {
  extern __shared__ float* pool;
  extern __shared__ float s[32];
  a[0] = 1;
}
// expect warning 3:27: a second extern __shared__ array: it is the same memory as 'pool'
