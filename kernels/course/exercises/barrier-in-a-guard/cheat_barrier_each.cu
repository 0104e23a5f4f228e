// Both ways have barriers of their own, so that as many are met.
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float a[8][8], b[8][8];
  int row = blockIdx.y * 8 + threadIdx.y;
  int col = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 8) {
    int x = first + threadIdx.x, y = first + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = row < n && x < n ? M[row * n + x] : 0;
    b[threadIdx.y][threadIdx.x] = y < n && col < n ? N[y * n + col] : 0;
    if (row < n && col < n) {
      __syncthreads();
      for (int i = 0; i < 8; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
      __syncthreads();
    } else {
      __syncthreads();
      __syncthreads();
    }
  }
  if (row < n && col < n) P[row * n + col] = sum;
}
