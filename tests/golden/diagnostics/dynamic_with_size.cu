__global__ void k(float* a, const float* b, int n) {
  extern __shared__ float s[16];
  s[0] = 1;
}
// expect error 2:27: dynamic shared memory is an array without a size, of one dimension
