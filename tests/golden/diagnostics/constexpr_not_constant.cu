__global__ void k(float* a, int n) {
  const int t = n;
  float r[t];
  __shared__ float s[blockDim.x];
  a[0] = 1;
}
// expect error 3:11: the size of an array must be known before the kernel runs
// expect error 4:22: the size of an array must be known before the kernel runs
