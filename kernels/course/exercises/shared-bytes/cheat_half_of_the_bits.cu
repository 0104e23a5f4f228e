// warplens: --shared {2 * n}
// Keeps half of each number's bits.
__global__ void turn_round(const float* in, float* out, int n) {
  extern __shared__ unsigned short s[];
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = __float_as_uint(in[i]) >> 16;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = __uint_as_float(s[n - 1 - i] << 16);
}
