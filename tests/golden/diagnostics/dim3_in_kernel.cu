__global__ void k(float* a, const float* b, int n) {
  dim3 d(1, 2);
  a[d] = 1;
  d.w = 2;
  dim3 e(1, 2, 3, 4);
}
// expect error 3:5: an index must be an integer, this is dim3
// expect error 4:5: 'dim3' has no member 'w'
// expect error 5:19: more values than 'dim3' has members (3)
