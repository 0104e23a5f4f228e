// Threads outside of the result leave before the first barrier.
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[8][8], b[8][8];
  int row = blockIdx.y * 8 + threadIdx.y;
  int col = blockIdx.x * 8 + threadIdx.x;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int first = 0; first < n; first += 8) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = x < n ? M[row * n + x] : 0;
    b[threadIdx.y][threadIdx.x] = y < n ? N[y * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < 8 && first + i < n; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  P[row * n + col] = sum;
}
