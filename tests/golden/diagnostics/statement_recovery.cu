__global__ void k(float* a, const float* b, int n) {
  int x = y;
  x = ;
  z = 3;
  a[x] = w;
  y = 2;
}
// expect error 2:11: unknown name 'y'
// expect error 3:6: a value is missing here, before ';'
// expect error 4:3: unknown name 'z'
// expect error 5:10: unknown name 'w'
