__global__ void k(float* a, int n) {
  if (n > 3) goto;
  a[0] = 1;
}
// expect error 2:18: expected a label, found ';'
