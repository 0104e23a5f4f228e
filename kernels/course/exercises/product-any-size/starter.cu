// C = A * B, for square matrices of a size that 16 divides.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  __shared__ float a[16][16], b[16][16];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    a[threadIdx.y][threadIdx.x] = A[row * n + first + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * n + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}
