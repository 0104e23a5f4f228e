// warplens: --grid 1 --block 32 --arg a=int[1024]:zero
__global__ void shared_atomic_max(int* a) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  atomicMax(&s[i % 4], i);
  a[i] = s[i];
}
