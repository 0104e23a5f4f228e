#define ONE 1
__global__ void k(float* a, const float* b, int n) {
  int i = ONE
  a[i] = 0;
}
// expect error 3:14: missing ';' after this declaration
