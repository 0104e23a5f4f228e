// warplens: --block 32 --arg a=float[32][32]:mod=7
// The factors of a block, by a thread a row.

__global__ void lu_block(float* a) {
  __shared__ float m[32][32];
  const int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) m[i][t] = a[i * 32 + t] + (i == t ? 64 : 0);
  for (int k = 0; k < 31; ++k) {
    __syncthreads();
    if (t > k) {
      m[t][k] /= m[k][k];
      for (int i = k + 1; i < 32; ++i) m[t][i] -= m[t][k] * m[k][i];
    }
  }
  __syncthreads();
  for (int i = 0; i < 32; ++i) a[i * 32 + t] = m[i][t];
}
