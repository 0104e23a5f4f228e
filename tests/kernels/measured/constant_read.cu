// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
__constant__ float c[64];
__global__ void constant_read(float* a, const float* b) {
  int i = threadIdx.x;
  a[i] = c[3] + c[i] + c[i / 8] * b[i];
}
