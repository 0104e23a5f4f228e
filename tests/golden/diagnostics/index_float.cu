__global__ void k(float* a, const float* b, int n) {
  a[1.5f] = 2;
  a[b] = 1;
}
// expect error 2:5: an index must be an integer, this is float
// expect error 3:5: an index must be an integer, this is const float*
