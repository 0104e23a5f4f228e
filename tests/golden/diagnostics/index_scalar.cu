__global__ void k(float* a, const float* b, int n) {
  n[0] = 1;
  a[0][1] = 2;
}
// expect error 2:3: 'int' has no elements to index
// expect error 3:3: 'float' has no elements to index
