// Both tiles stay as they are, with two more words in each row.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float a[16][18], b[16][18];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    if (row < m && x < n) a[threadIdx.x][threadIdx.y] = A[row * n + x];
    else a[threadIdx.x][threadIdx.y] = 0;
    if (y < n && col < k) b[threadIdx.x][threadIdx.y] = B[y * k + col];
    else b[threadIdx.x][threadIdx.y] = 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += a[i][threadIdx.y] * b[threadIdx.x][i];
    __syncthreads();
  }
  if (row < m && col < k) C[row * k + col] = sum;
}
