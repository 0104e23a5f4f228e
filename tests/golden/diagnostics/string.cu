__global__ void k(float* a, const float* b, int n) {
  const char* s = "text";
}
// expect error 2:19: strings are not supported in a kernel
