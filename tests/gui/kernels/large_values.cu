// warplens: --grid 1 --block 64 --arg a=int[64]:zero
__global__ void k(int* a) {
  int t = threadIdx.x;
  __shared__ int s[64];
  s[t] = 1000 + t;
  __syncthreads();
  a[t] = s[63 - t];
}
