__global__ void k(float* a, const float* b, int n) {
  __syncthread();
}
// expect error 2:3: unknown function '__syncthread'
