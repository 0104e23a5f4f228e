__global__ void k(float* a, const float* b, int n) {
  static int count = 0;
  a[0] = count;
}
// expect error 2:3: static variables are not supported in a kernel
