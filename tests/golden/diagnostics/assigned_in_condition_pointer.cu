__global__ void k(float* a, const float* b, int n) {
  if (a = b) a[0] = 1;
  while (n = a) --n;
}
// expect error 2:11: 'const float*' does not convert to 'float*'
// expect error 3:14: 'float*' does not convert to 'int'
