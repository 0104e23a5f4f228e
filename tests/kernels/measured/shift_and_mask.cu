// warplens: --grid 1 --block 128 --arg a=unsigned[1024] --arg o=unsigned[256]
__global__ void shift_and_mask(const unsigned* a, unsigned* o) {
  __shared__ unsigned s[128];
  unsigned t = threadIdx.x;
  s[t ^ (t >> 3)] = a[t << 1] >> (t & 7);
  __syncthreads();
  o[t] = (s[t] << 5) ^ ~s[127u - t];
  o[128 + t] = s[(t & 15) << 3 | t >> 4] % 7u;
}
