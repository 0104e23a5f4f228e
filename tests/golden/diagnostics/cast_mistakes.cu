__global__ void k(float* a, const float* b, int n) {
  int i = (int)a;
  float* p = (float*)n;
  float x = (float)b;
  a[i] = (float4)1;
}
// expect error 2:11: a cast from 'float*' to 'int' is not supported
// expect error 3:14: a cast from 'int' to 'float*' is not supported
// expect error 4:13: a cast from 'const float*' to 'float' is not supported
// expect error 5:18: 'int' does not convert to 'float4'
