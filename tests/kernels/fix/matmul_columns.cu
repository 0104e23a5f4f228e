// warplens: --grid 2,2 --block 16,16 --arg a=float[32][32] --arg b=float[32][32] --arg c=float[32][32]:zero
// A product whose second tile is stored by columns.

__global__ void matmul_columns(const float* a, const float* b, float* c) {
  __shared__ float left[16][16], right[16][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k = 0; k < 32; k += 16) {
    left[y][x] = a[row * 32 + k + x];
    right[x][y] = b[(k + y) * 32 + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += left[y][i] * right[x][i];
    __syncthreads();
  }
  c[row * 32 + column] = sum;
}
