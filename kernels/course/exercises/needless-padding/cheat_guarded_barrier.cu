// Barriers in a guard: threads outside of the result skip them.
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[16][16], b[16][16];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = row < n && x < n ? M[row * n + x] : 0;
    b[threadIdx.y][threadIdx.x] = y < n && col < n ? N[y * n + col] : 0;
    if (row < n && col < n) {
      __syncthreads();
      for (int i = 0; i < 16; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
      __syncthreads();
    }
  }
  if (row < n && col < n) P[row * n + col] = sum;
}
