#define TILE 16
__global__ void product(const float* m, const float* n, float* p, int width) {
  __shared__ float tile_m[TILE][TILE];
  __shared__ float tile_n[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int q = 0; q < width / TILE; ++q) {
    tile_m[threadIdx.y][threadIdx.x] = m[row * width + q * TILE + threadIdx.x];
    tile_n[threadIdx.y][threadIdx.x] = n[(q * TILE + threadIdx.y) * width + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tile_a[threadIdx.y][k] * tile_n[k][threadIdx.x];
    __syncthreads();
  }
  p[row * width + col] = sum;
}
// expect error 11:43: unknown name 'tile_a' -> did you mean 'tile_m'?
