// warplens: --grid {ceil_div(k, 32)},{ceil_div(m, 32)} --block 32,8
// The four rows of a thread are as far apart as a block is high.
__global__ void multiply(const int* A, const int* B, int* C, int m, int n, int k) {
  int row = blockIdx.y * 32 + threadIdx.y;
  int col = blockIdx.x * 32 + threadIdx.x;
  if (row >= m || col >= k) return;
  int first = 0, second = 0, third = 0, fourth = 0;
  for (int i = 0; i < n; ++i) {
    int b = B[i * k + col];
    if (row < m) first += A[row * n + i] * b;
    if (row + 8 < m) second += A[(row + 8) * n + i] * b;
    if (row + 16 < m) third += A[(row + 16) * n + i] * b;
    if (row + 24 < m) fourth += A[(row + 24) * n + i] * b;
  }
  if (row < m) C[row * k + col] = first;
  if (row + 8 < m) C[(row + 8) * k + col] = second;
  if (row + 16 < m) C[(row + 16) * k + col] = third;
  if (row + 24 < m) C[(row + 24) * k + col] = fourth;
}
