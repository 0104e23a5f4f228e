__global__ void k(float* a, const float* b, int n) {
  float v = b[threadIdx.x];
  v += __shfl_down_sync(0xffffffff, v, 16);
  __syncwarp();
  a[0] = v;
}
// expect error 3:8: __shfl_down_sync is not supported yet
// expect error 4:3: __syncwarp is not supported yet
