__global__ void k(float* a, const float* b, int n) {
  a[] = 2;
}
// expect error 2:5: an index is missing between the brackets
