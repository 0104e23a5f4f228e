// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__device__ float f(const float* b, int i) {
  if (i % 3 == 0) return b[i];
  float s = 0;
  for (int k = 0; k < i % 5; ++k) {
    if (k == 3) return s;
    s += b[k];
  }
  return s;
}
__global__ void call_divergent(float* a, const float* b) {
  int i = threadIdx.x;
  a[i] = f(b, i) + b[i];
}
