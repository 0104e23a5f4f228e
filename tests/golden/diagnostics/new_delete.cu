__global__ void k(float* a, const float* b, int n) {
  int* p = new int[3];
  delete[] p;
}
// expect error 2:12: new is not supported in a kernel
// expect error 3:3: delete is not supported in a kernel
