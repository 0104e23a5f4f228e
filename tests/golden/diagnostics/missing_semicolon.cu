__global__ void k(float* a, const float* b, int n) {
  int i = threadIdx.x
  a[i] = 0;
}
// expect error 2:22: missing ';' after this declaration
