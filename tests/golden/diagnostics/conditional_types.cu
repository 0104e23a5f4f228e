__global__ void k(float* a, const float* b, int n) {
  a[0] = n > 0 ? b : 1.0f;
}
// expect error 2:10: the two sides of ?: have no common type: 'const float*' and 'float'
