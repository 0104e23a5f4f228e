__global__ void multiply(const float* M, const float* N, float* P, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += M[row * n + i] * N[i * n + col];
  P[row * n + col] = sum;
}
