__global__ void k(float* a, const float* b, int n) {
  a[0] = sqrtf(b[0];
}
// expect error 2:20: expected ')' after the arguments of 'sqrtf', found ';'
