// warplens: --grid 1 --block 32 --arg a=int[1024]:zero --arg b=int[1024]
__device__ void wr(volatile int* s, int t) {
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}
__global__ void volatile_warp_reduce(int* a, const int* b) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = b[i];
  s[i + 32] = 0;
  __syncthreads();
  wr(s, i);
  a[i] = s[i];
}
