// warplens: --grid 1 --block 64 --arg out=int[64]:zero
__global__ void k(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  int v = s[63 - t];
  s[t] = v + 1;
  __syncthreads();
  out[t] = s[t];
}
