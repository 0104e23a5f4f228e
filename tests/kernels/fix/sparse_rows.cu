// warplens: --block 32 --arg values=float[16][32] --arg columns=int[16][32]:mod=32 --arg x=float[32] --arg y=float[32]:zero
// Rows of a sparse matrix, a lane each.

__global__ void sparse_rows(const float* values, const int* columns, const float* x, float* y) {
  __shared__ float value[32][16];
  __shared__ int column[32][16];
  const int t = threadIdx.x;
  for (int i = 0; i < 16; ++i) {
    value[t][i] = values[i * 32 + t];
    column[t][i] = columns[i * 32 + t];
  }
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += value[t][i] * x[column[t][i]];
  y[t] = sum;
}
