__global__ void k(float* a, const float* b, int n) {
  a[0] = std::max(1, 2);
  std::sort(a, a + n);
  cudaMalloc(&a, 3);
}
// expect error 3:3: the standard library (std::) is not supported in a kernel
// expect error 4:3: 'cudaMalloc' belongs to host code: a kernel cannot use it
