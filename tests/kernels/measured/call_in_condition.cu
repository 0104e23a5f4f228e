// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__device__ bool f(const float* b, int i) {
  return b[i] > 7;
}
__global__ void call_in_condition(float* a, const float* b) {
  int i = threadIdx.x;
  if (i < 20 && f(b, i)) a[i] = 1;
  a[i] = f(b, i) ? b[i] : 3;
}
