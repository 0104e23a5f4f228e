// Cells outside of the matrices keep what the phase before has left there.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float a[16][16], b[16][16];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    if (row < m && x < n) a[threadIdx.y][threadIdx.x] = A[row * n + x];
    if (y < n && col < k) b[threadIdx.y][threadIdx.x] = B[y * k + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < k) C[row * k + col] = sum;
}
