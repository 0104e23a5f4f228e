// warplens: --grid 1 --block 32 --arg a=float[128]:zero
// A double at an address that is no multiple of 8.
__global__ void misaligned(float* a) {
  double* wide = reinterpret_cast<double*>(a + 1);
  wide[threadIdx.x] = 1;
}
