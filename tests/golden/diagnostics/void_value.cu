__global__ void k(float* a, const float* b, int n) {
  float x = __syncthreads();
  if (__syncthreads()) a[0] = x;
}
// expect error 2:13: this has no value: its type is void
// expect error 3:7: this has no value: its type is void
