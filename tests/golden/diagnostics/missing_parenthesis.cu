__global__ void k(float* a, const float* b, int n) {
  if (n > 0 {
    a[0] = 1;
  }
  a[1] = m;
}
// expect error 2:12: expected ')' after the condition, found '{'
// expect error 5:10: unknown name 'm'
