__global__ void k(float* a, const float* b, int n) {
  return 1;
}
// expect error 2:10: 'k' returns nothing: its type is void
