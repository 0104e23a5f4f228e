// warplens: --grid 1 --block 32 --arg a=double[1024]:zero
__global__ void shared_atomic_double(double* a) {
  __shared__ double s[64];
  int i = threadIdx.x;
  s[i] = i;
  atomicAdd(&s[i % 4], 1.0);
  a[i] = s[i];
}
