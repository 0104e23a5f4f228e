// warplens: --grid 2,1 --block 32,8 --arg a=float[32][64] --arg c=float[64][64]:zero
// A matrix times itself, transposed: one tile is read by columns.

__global__ void matmul_transposed(const float* a, float* c) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 32; i += 8) tile[i][x] = a[i * 64 + blockIdx.x * 32 + x];
  __syncthreads();
  for (int i = y; i < 32; i += 8) {
    float sum = 0;
    for (int k = 0; k < 32; ++k) sum += tile[i][k] * tile[x][k];
    c[i * 64 + blockIdx.x * 32 + x] = sum;
  }
}
