// warplens: --grid 1 --block 64 --arg "a=long long[4096]" --arg "o=long long[64]"
__global__ void long_long_strides(const long long* a, long long* o) {
  __shared__ long long s[512];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) s[k * 64 + t] = a[t * 8 + k];
  __syncthreads();
  long long sum = 0;
  for (int k = 0; k < 8; ++k) sum += s[t * 8 + k] + s[(t * (2 * k + 1)) % 512];
  o[t] = sum;
}
