// warplens: --block 64 --arg in=float[64] --arg out=float[64]:zero
// Each thread stores where its number's bits, the other way round, say.

__global__ void bit_reversal(const float* in, float* out) {
  __shared__ float row[64];
  const unsigned t = threadIdx.x;
  row[__brev(t) >> 26] = in[t];
  __syncthreads();
  out[t] = row[t];
}
