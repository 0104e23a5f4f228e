__global__ void k(float* a, const float* b, int n) {
  a[0] = min(a, b);
  a[1] = max(1, 2, 3);
}
// expect error 2:14: 'min' takes numbers, this is 'float*'
// expect error 3:10: 'max' takes 2 arguments, not 3
