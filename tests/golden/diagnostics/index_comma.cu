__global__ void k(float* a, const float* b, int n) {
  __shared__ float s[4][4];
  s[1, 2] = 3;
}
// expect error 3:6: a comma between brackets takes only the last index
