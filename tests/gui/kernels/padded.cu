// warplens: --grid 1 --block 32 --arg a=int[32]:zero
__global__ void k(int* a) {
  int t = threadIdx.x;
  __shared__ int s[32][32];
  s[t][0] = t;
  a[t] = s[t][0];
}
