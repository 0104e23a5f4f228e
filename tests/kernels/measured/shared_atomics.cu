// warplens: --grid 1 --block 32 --arg a=int[1024]:zero --arg b=int[1024]
__global__ void shared_atomics(int* a, const int* b) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  s[i + 32] = 0;
  __syncthreads();
  atomicMax(&s[i % 4], b[i]);
  a[i] = atomicExch(&s[i], 7);
  a[i + 32] = atomicCAS(&s[i + 32], 0, i);
  atomicOr(&s[33], i);
  a[i + 64] = atomicInc((unsigned*)&s[34], 5);
  atomicSub(&s[5], 2);
}
