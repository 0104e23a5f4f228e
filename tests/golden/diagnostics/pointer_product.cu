__global__ void k(float* a, const float* b, int n) {
  float* p = a * 2;
  a[0] = a + b;
  a[1] = a % 3;
}
// expect error 2:14: operator * does not work on 'float*' and 'int'
// expect error 3:10: operator + does not work on 'float*' and 'const float*'
// expect error 4:10: operator % does not work on 'float*' and 'int'
