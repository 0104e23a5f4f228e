__global__ void k(float* a, const float* b, int n) {
  float* p = b;
  p[0] = 1;
  int* q = a;
}
// expect error 2:14: 'const float*' does not convert to 'float*'
// expect error 4:12: 'float*' does not convert to 'int*'
