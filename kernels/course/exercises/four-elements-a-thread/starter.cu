// warplens: --grid {ceil_div(k, 16)},{ceil_div(m, 16)} --block 16,16
__global__ void multiply(const int* A, const int* B, int* C, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= k) return;
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += A[row * n + i] * B[i * k + col];
  C[row * k + col] = sum;
}
