__global__ void k(float* a, const float* b, int n) {
  float t[n];
  int m = 4;
  float u[m];
  t[0] = u[0];
}
// expect error 2:11: the size of an array must be known before the kernel runs
// expect error 4:11: the size of an array must be known before the kernel runs
