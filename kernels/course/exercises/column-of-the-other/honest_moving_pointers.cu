// Moves a pointer into each matrix on, from phase to phase.
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[8][8], b[8][8];
  int row = blockIdx.y * 8 + threadIdx.y;
  int col = blockIdx.x * 8 + threadIdx.x;
  int x = threadIdx.x, y = threadIdx.y;
  const float* from_m = M + row * n + x;
  const float* from_n = N + col + y * n;
  float sum = 0;
  for (; x < n + threadIdx.x; x += 8, y += 8, from_m += 8, from_n += 8 * n) {
    a[threadIdx.y][threadIdx.x] = row < n && x < n ? *from_m : 0;
    b[threadIdx.y][threadIdx.x] = col < n && y < n ? *from_n : 0;
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) P[row * n + col] = sum;
}
