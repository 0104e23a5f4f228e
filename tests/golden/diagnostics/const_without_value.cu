__global__ void k(float* a, const float* b, int n) {
  const int m;
  a[0] = m;
}
// expect error 2:13: 'm' is const and has no value
