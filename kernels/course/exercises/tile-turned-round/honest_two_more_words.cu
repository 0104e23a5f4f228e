// The tile stays turned round: two more words part its columns.
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[16][16], b[16][16 + 2];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    if (row < n && x < n)
      a[threadIdx.y][threadIdx.x] = M[row * n + x];
    else
      a[threadIdx.y][threadIdx.x] = 0;
    if (y < n && col < n)
      b[threadIdx.x][threadIdx.y] = N[y * n + col];
    else
      b[threadIdx.x][threadIdx.y] = 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += a[threadIdx.y][i] * b[threadIdx.x][i];
    __syncthreads();
  }
  if (row < n && col < n) P[row * n + col] = sum;
}
