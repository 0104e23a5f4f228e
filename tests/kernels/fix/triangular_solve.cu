// warplens: --block 32 --arg l=float[32][32]:mod=5 --arg b=float[32]
// Forward substitution, by a thread a row.

__global__ void triangular_solve(const float* l, float* b) {
  __shared__ float m[32][32];
  __shared__ float x[32];
  const int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) m[i][t] = l[i * 32 + t];
  x[t] = b[t];
  for (int k = 0; k < 32; ++k) {
    __syncthreads();
    if (t > k) x[t] -= m[t][k] * x[k];
  }
  __syncthreads();
  b[t] = x[t];
}
