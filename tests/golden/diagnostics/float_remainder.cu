__global__ void k(float* a, const float* b, int n) {
  float x = b[0] % 2;
  x %= 3;
  x <<= 1;
  int y = ~b[0];
}
// expect error 2:13: operator % does not work on 'float' and 'int'
// expect error 3:3: operator %= does not work on 'float' and 'int'
// expect error 4:3: operator <<= does not work on 'float' and 'int'
// expect error 5:11: operator ~ does not work on 'float'
