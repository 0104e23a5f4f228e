__global__ void k(float* a, const float* b, int n) {
  if (n > 0) {
    a[0] = 1;
}
// expect error 1:52: this '{' is never closed
