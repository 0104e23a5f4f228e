__global__ void k(float* a, const float* b, int n) {
  int 行 = 3;
  a[行] = 1;
}
// expect error 2:7: '行' cannot be part of a name
