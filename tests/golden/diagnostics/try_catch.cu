__global__ void k(float* a, const float* b, int n) {
  try {
    a[0] = 1;
  } catch (int e) {
    a[0] = 2;
  }
}
// expect error 2:3: exceptions are not supported on a GPU
