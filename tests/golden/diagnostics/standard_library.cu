__global__ void k(float* a, const float* b, int n) {
  a[0] = std::max(1, 2);
  cudaMalloc(&a, 3);
}
// expect error 2:10: the standard library (std::) is not supported in a kernel
// expect error 3:3: 'cudaMalloc' belongs to host code: a kernel cannot use it
