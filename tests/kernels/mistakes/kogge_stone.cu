// warplens: --grid 1 --block 256 --arg in=int[256]:const=1 --arg out=int[256]:zero
// finds: race_between_warps
__global__ void k(const int* in, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int d = 1; d < 256; d *= 2) {
    __syncthreads();
    if (t >= d) s[t] += s[t - d];
  }
  out[t] = s[t];
}
