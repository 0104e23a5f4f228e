__global__ void k(float* a, const float* b, int n) {
  extern __shared__ float s[];
  extern __shared__ int t[];
  s[0] = t[0];
}
// expect warning 3:25: a second extern __shared__ array: it is the same memory as 's'
