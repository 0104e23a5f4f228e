__global__ void k(float* a, const float* b, int n) {
  a[0] = 0;
}
}
// expect error 4:1: a '}' without its '{'
