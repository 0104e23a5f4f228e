// warplens: --grid {ceil_div(k, 16)},{ceil_div(m, 16)} --block 16,16
// Tiles in shared memory serve a whole block.
__global__ void multiply(const int* A, const int* B, int* C, int m, int n, int k) {
  __shared__ int a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  int sum = 0;
  for (int first = 0; first < n; first += 16) {
    a[y][x] = row < m && first + x < n ? A[row * n + first + x] : 0;
    b[y][x] = first + y < n && col < k ? B[(first + y) * k + col] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  if (row < m && col < k) C[row * k + col] = sum;
}
