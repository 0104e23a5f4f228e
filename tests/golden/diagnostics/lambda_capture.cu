__global__ void k(float* a, int n) {
  auto square = [&](float v) { return v * v; };
  a[0] = square(a[1]);
}
// expect error 2:17: lambdas are not supported
// expect error 3:10: unknown function 'square'
