// warplens: --grid 1 --block 64 --arg in=int[64]:iota --arg out=int[64]:zero
__global__ void reverse(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];
}
