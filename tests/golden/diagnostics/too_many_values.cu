__global__ void k(float* a, const float* b, int n) {
  float t[2] = {1, 2, 3};
}
// expect error 2:23: more values than the array has elements (2)
