__global__ void k(float* a, int& n) {
  a[0] = n;
}
// expect error 1:32: references are not supported yet
