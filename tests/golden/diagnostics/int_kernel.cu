__global__ int k(float* a) {
  a[0] = 1;
}
// expect error 1:16: a kernel returns void
