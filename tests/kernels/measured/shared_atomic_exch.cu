// warplens: --grid 1 --block 32 --arg a=int[1024]:zero
__global__ void shared_atomic_exch(int* a) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  a[i] = atomicExch(&s[i % 4], i);
}
