__global__ void k(float* a, const float* b, int n) {
  a[0] = n(3);
  a[1] = (n)(3);
}
// expect error 2:10: 'n' is a variable and cannot be called
// expect error 3:13: only a function's name can be called
