// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__device__ void sw(float& x, float& y) {
  float t = x;
  x = y;
  y = t;
}
__global__ void reference_swap(float* a, float* b) {
  int i = threadIdx.x;
  sw(a[i], b[i]);
}
