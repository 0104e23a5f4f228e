// warplens: --grid 16,16 --block 16,16 --arg n=256
// warplens: --arg M=float[256][256] --arg N=float[256][256] --arg P=float[256][256]:zero
//
// P = M * N, straight from global memory: each thread walks along a row of M and down a column of N.
__global__ void product_naive(const float* M, const float* N, float* P, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += M[row * n + k] * N[k * n + column];
  P[row * n + column] = sum;
}
