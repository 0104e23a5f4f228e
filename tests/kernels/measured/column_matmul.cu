// warplens: --grid 2,2 --block 8,8 --arg a=float[16][16] --arg b=float[16][16] --arg c=float[16][16] --arg n=16
__global__ void column_matmul(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}
