// warplens: --grid 1 --block 32 --arg a=uint64_t[1024]:zero
__global__ void shared_atomic_64(unsigned long long* a) {
  __shared__ unsigned long long s[64];
  int i = threadIdx.x;
  s[i] = i;
  atomicAdd(&s[i % 4], 1ull);
  a[i] = s[i];
}
