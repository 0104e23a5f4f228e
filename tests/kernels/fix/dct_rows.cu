// warplens: --grid 2 --block 8,8 --arg in=float[2][8][8] --arg out=float[2][8][8]:zero
// A transform of 8 x 8 along the columns, then along the rows.

__global__ void dct_rows(const float* in, float* out) {
  __shared__ float part[8][8], other[8][8];
  const int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 64 + y * 8 + x;
  part[y][x] = in[at];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += part[k][x] * (k - y);
  other[x][y] = sum;
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += other[k][y] * (k - x);
  out[at] = sum;
}
