// Through tiles in shared memory: fewer sectors than are asked for.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float a[32][32], b[32][32];
  int col = blockIdx.x * 32 + threadIdx.x;
  int row = blockIdx.y * 32 + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < n; first += 32) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = row < m && x < n ? A[row * n + x] : 0;
    b[threadIdx.y][threadIdx.x] = col < k && y < n ? B[y * k + col] : 0;
    __syncthreads();
    for (int i = 0; i < 32 && first + i < n; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < k) C[row * k + col] = sum;
}
