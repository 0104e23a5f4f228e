__global__ void k(float* a) {
  float v = a[threadIdx.x];
  v += __shfl_down(v, 16);
  v += __shfl_down_sync(v, 8);
  v += __shfl_xor_sinc(0xffffffff, v, 4);
  a[0] = v;
}
// expect error 4:8: '__shfl_down_sync' takes 3 to 4 arguments, not 2
// expect error 5:8: unknown function '__shfl_xor_sinc' -> did you mean '__shfl_xor_sync'?
