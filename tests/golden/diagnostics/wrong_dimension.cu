__global__ void k(float* a, const float* b, int n) {
  __shared__ float s[4][4];
  s[1] = 2;
  a[0] = s[1];
}
// expect error 3:3: a whole array cannot be assigned to
// expect error 4:10: 'float*' does not convert to 'float'
