__global__ void k(float* a, const float* b, int n) {
  extern __shared__ float s[];
  a[0] = sizeof(s);
}
// expect error 3:10: sizeof of 'float[]', whose size only the launch knows
