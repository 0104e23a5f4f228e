// Tiles whose last phase keeps what the one before it left of A: the zeros of B hide it.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float a[32][32], b[32][32];
  int col = blockIdx.x * 32 + threadIdx.x;
  int row = blockIdx.y * 32 + threadIdx.y;
  float sum = 0;
  a[threadIdx.y][threadIdx.x] = 0;
  for (int first = 0; first < n; first += 32) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    if (row < m && x < n) a[threadIdx.y][threadIdx.x] = A[row * n + x];
    b[threadIdx.y][threadIdx.x] = col < k && y < n ? B[y * k + col] : 0;
    __syncthreads();
    for (int i = 0; i < 32; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < k) C[row * k + col] = sum;
}
