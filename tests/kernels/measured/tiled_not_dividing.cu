// warplens: --grid 3,3 --block 8,8 --arg m=float[19][19] --arg n=float[19][19] --arg p=float[19][19] --arg w=19
#define T 8
__global__ void tiled_not_dividing(const float* m, const float* n, float* p, int w) {
  __shared__ float a[T][T + 1];
  __shared__ float b[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int sub = 0; sub < (w + T - 1) / T; ++sub) {
    a[threadIdx.y][threadIdx.x] = row < w && sub * T + threadIdx.x < w ? m[row * w + sub * T + threadIdx.x] : 0;
    b[threadIdx.x][threadIdx.y] = col < w && sub * T + threadIdx.y < w ? n[(sub * T + threadIdx.y) * w + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += a[threadIdx.y][k] * b[threadIdx.x][k];
    __syncthreads();
  }
  if (row < w && col < w) p[row * w + col] = sum;
}
