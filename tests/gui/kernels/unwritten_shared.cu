// warplens: --grid 1 --block 64 --arg in=int[64]:iota --arg out=int[64]:zero
// finds: unwritten_read
__global__ void k(const int* in, int* out) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t + 1];
}
