__global__ void k(float* a, const float* b, int n) {
  auto f = [=](int x) { return x + 1; };
  a[0] = 1;
}
// expect error 2:12: lambdas are not supported
