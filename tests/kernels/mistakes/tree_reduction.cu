// warplens: --grid 1 --block 256 --arg in=int[256]:iota --arg out=int[1]:zero
// finds: race_between_warps
__global__ void k(const int* in, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int d = 128; d > 0; d /= 2)
    if (t < d) s[t] += s[t + d];
  if (t == 0) out[0] = s[0];
}
