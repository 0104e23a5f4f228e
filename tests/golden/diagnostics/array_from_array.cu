__global__ void k(float* a, const float* b, int n) {
  float t[2] = b;
}
// expect error 2:16: an array is initialised by a list
