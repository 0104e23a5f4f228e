__global__ void k(float* a, const float* b, int n) {
  if (n > 0);
    a[0] = 1;
    a[1] = 1;
  else a[0] = 2;
}
// expect error 5:3: an else without its if
