__global__ void k(float* a, const float* b, int n) {
  __shared__ float s[4];
  s = b;
  float t[2];
  t++;
}
// expect error 3:3: a whole array cannot be assigned to
// expect error 5:3: a whole array cannot be changed
