// Fills two pairs of tiles in turn: one barrier a phase is enough.
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[2][16][16], b[2][16][16];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  int now = 0;
  for (int first = 0; first < n; first += 16) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    a[now][threadIdx.y][threadIdx.x] = row < n && x < n ? M[row * n + x] : 0;
    b[now][threadIdx.y][threadIdx.x] = y < n && col < n ? N[y * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += a[now][threadIdx.y][i] * b[now][i][threadIdx.x];
    now = 1 - now;
  }
  if (row < n && col < n) P[row * n + col] = sum;
}
