__global__ void k(float* a) {
  __syncthreads(32);
  a[0] = __syncthreads();
}
// expect error 2:3: '__syncthreads' takes 0 arguments, not 1
// expect error 3:10: this has no value: its type is void
