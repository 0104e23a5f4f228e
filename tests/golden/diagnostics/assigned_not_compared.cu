__global__ void k(float* a, int n) {
  if (n = 3) a[0] = 1;
  while (n = n - 1) a[n] = 0;
}
// expect warning 2:7: this condition assigns, it does not compare
// expect warning 3:10: this condition assigns, it does not compare
