// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void dim3_local(float* a, const float* b) {
  dim3 t = threadIdx;
  a[t.x] = b[t.x + t.y];
}
