__global__ void k(float* a, const float* b, int n) {
  float v = b[threadIdx.x];
  v += __shfl_down(v, 16);
  v += __shfl_down_sync(v, 16);
  v += __shfl_down_sync(0xffffffff, a, 16);
  int m = __ballot(n);
  a[0] = v;
}
// expect error 4:8: '__shfl_down_sync' takes 3 to 4 arguments, not 2
// expect error 5:37: '__shfl_down_sync' takes numbers, this is 'float*'
