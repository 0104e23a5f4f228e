__global__ void k(float* a, const float* b, int n) {
  a[0] = fmaxf(b[0]);
  a[1] = sqrtf();
  __syncthreads(1);
}
// expect error 2:10: 'fmaxf' takes 2 arguments, not 1
// expect error 3:10: 'sqrtf' takes 1 argument, not 0
// expect error 4:3: '__syncthreads' takes 0 arguments, not 1
