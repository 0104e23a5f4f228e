__global__ void k(float* a, const float* b, int n) {
  __shared__ float s[n];
  s[0] = 1;
}
// expect error 2:22: the size of an array must be known before the kernel runs
