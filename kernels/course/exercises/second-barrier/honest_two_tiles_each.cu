// Fills two pairs of tiles in turn: a warp is never more than one phase ahead.
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[2][8][8], b[2][8][8];
  int row = blockIdx.y * 8 + threadIdx.y;
  int col = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  int now = 0;
  for (int first = 0; first < n; first += 8) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    a[now][threadIdx.y][threadIdx.x] = row < n && x < n ? M[row * n + x] : 0;
    b[now][threadIdx.y][threadIdx.x] = y < n && col < n ? N[y * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += a[now][threadIdx.y][i] * b[now][i][threadIdx.x];
    now = 1 - now;
  }
  if (row < n && col < n) P[row * n + col] = sum;
}
