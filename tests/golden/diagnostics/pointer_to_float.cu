__global__ void k(float* a, const float* b, int n) {
  float x = b;
  float y = b + 1;
  a[0] = x;
}
// expect error 2:13: 'const float*' does not convert to 'float'
// expect error 3:13: 'const float*' does not convert to 'float'
