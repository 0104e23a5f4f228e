__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[8][8], b[8][8];
  int row = blockIdx.y * 8 + threadIdx.y;
  int col = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 8) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    if (row < n && x < n)
      a[threadIdx.y][threadIdx.x] = M[row * n + x];
    else
      a[threadIdx.y][threadIdx.x] = 0;
    if (y < n && col < n)
      b[threadIdx.y][threadIdx.x] = N[y * n + col];
    else
      b[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) P[row * n + col] = sum;
}
