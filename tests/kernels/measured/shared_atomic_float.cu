// warplens: --grid 1 --block 32 --arg a=float[1024]:zero
__global__ void shared_atomic_float(float* a) {
  __shared__ float s[64];
  int i = threadIdx.x;
  s[i] = i;
  atomicAdd(&s[i % 4], 1.0f);
  a[i] = s[i];
}
