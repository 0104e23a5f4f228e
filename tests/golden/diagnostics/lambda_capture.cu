__global__ void k(float* a, int n) {
  auto square = [n, n](float v) { return v * n; };
  auto whole = [*this](float v) { return v; };
  a[0] = 1;
}
// expect error 2:21: 'n' is captured twice
// expect error 3:18: unknown name 'this'
