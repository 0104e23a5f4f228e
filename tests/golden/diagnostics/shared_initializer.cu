__global__ void k(float* a, const float* b, int n) {
  __shared__ float s[2] = {1, 2};
  __shared__ int count = 0;
  a[0] = s[0] + count;
}
// expect error 2:25: a shared variable cannot have an initial value
// expect error 3:24: a shared variable cannot have an initial value
