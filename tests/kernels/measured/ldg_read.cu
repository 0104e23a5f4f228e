// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__global__ void ldg_read(float* a, const float* b) {
  int i = threadIdx.x;
  a[i] = __ldg(&b[i]) + __ldg(b + i + 32);
}
