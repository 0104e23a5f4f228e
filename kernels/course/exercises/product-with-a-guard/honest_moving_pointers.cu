// Walks along the row and down the column with pointers.
__global__ void multiply(const float* A, const float* B, float* C, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= k) return;
  const float* end = A + (row + 1) * n;
  const float* below = B + col;
  float sum = 0;
  for (const float* along = end - n; along < end; ++along, below += k) sum += *along * *below;
  C[row * k + col] = sum;
}
