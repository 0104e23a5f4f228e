__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[2][2], b[2][2];
  int row = blockIdx.y * 2 + threadIdx.y;
  int col = blockIdx.x * 2 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 2) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    if (row < n && x < n)
      a[threadIdx.y][threadIdx.x] = M[row * n + x];
    else
      a[threadIdx.y][threadIdx.x] = 0;
    if (y < n && col < n)
      sum += 0 * N[y * n + col];
    else
      b[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 2; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) P[row * n + col] = sum;
}
