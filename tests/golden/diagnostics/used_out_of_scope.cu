__global__ void k(float* a, const float* b, int n) {
  for (int i = 0; i < n; ++i) a[i] = 0;
  a[i] = 1;
}
// expect error 3:5: unknown name 'i'
