__global__ void k(float* a, const float* b, int n) {
  switch (n) { case 1 ... 3: a[0] = 1; }
}
// expect error 2:23: ranges of cases are not supported
