__global__ void k(float* a, const float* b, int n) {
  dim3 d(1, 2);
}
// expect error 2:3: dim3 is not supported yet in a kernel
