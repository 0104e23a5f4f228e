// warplens: --grid 2 --block 64 --arg a=float[128] --arg o=float[128]
__global__ void scan_hillis_steele(const float* a, float* o) {
  __shared__ float s[2][64];
  int t = threadIdx.x, in = 0, out = 1;
  s[0][t] = a[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 1; d < 64; d <<= 1) {
    if (t >= d) s[out][t] = s[in][t] + s[in][t - d];
    else s[out][t] = s[in][t];
    __syncthreads();
    in = 1 - in;
    out = 1 - out;
  }
  o[blockIdx.x * 64 + t] = s[in][t];
}
