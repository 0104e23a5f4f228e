// warplens: --grid 1 --block 64 --arg a=float[1024] --arg o=float[64]
__global__ void pointer_walk(const float* a, float* o) {
  __shared__ float s[256];
  const float* p = a + threadIdx.x * 4;
  float* q = s + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    *q = *p++;
    q += 64;
  }
  __syncthreads();
  float* r = &s[threadIdx.x * 4];
  float v = *r + r[1] + *(r + 2);
  r += 3;
  o[threadIdx.x] = v + *r;
}
