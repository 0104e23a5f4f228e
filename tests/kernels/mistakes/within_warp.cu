// warplens: --grid 1 --block 32 --arg in=int[32]:iota --arg out=int[32]:zero
// finds: race_in_warp
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[31 - t];
}
