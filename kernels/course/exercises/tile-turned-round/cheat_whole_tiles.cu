// Without guards: right where tiles divide the matrix.
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[16][16], b[16][16];
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = M[row * n + x];
    b[threadIdx.y][threadIdx.x] = N[y * n + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  P[row * n + col] = sum;
}
