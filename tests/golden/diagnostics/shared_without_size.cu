__global__ void k(float* a, const float* b, int n) {
  __shared__ float s[];
  s[0] = 1;
}
// expect error 2:20: the shared array 's' has no size
