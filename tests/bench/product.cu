// The product of two square matrices in tiles, for CUDA and (with other words, see oclgrind.sh) OpenCL.
#define TILE 16

__global__ void product(const float* m, const float* n, float* p, int size) {
  __shared__ float tile_m[TILE][TILE];
  __shared__ float tile_n[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int sub = 0; sub < size / TILE; ++sub) {
    tile_m[threadIdx.y][threadIdx.x] = m[row * size + sub * TILE + threadIdx.x];
    tile_n[threadIdx.y][threadIdx.x] = n[(sub * TILE + threadIdx.y) * size + column];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    __syncthreads();
  }
  p[row * size + column] = sum;
}
