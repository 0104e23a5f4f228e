__global__ void k(float* a, const float* b, int n) {
  a[0] = 1; /* never ends
}
// expect error 2:13: this comment is never closed
