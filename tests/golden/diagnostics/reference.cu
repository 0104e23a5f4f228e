__global__ void k(float* a, const float* b, int n) {
  float& x = a[0];
  x = 1;
}
// expect error 2:8: references are not supported yet
