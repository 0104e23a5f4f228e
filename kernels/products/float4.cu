// warplens: --grid 16,16 --block 4,16 --arg n=256
// warplens: --arg M=float[256][256] --arg N=float[256][256] --arg P=float[256][256]:zero
//
// P = M * N in tiles, four elements an access: each thread works out four neighbours of a row. n is
// a multiple of TILE.
#ifndef TILE
#define TILE 16
#endif

__global__ void product_float4(const float* M, const float* N, float* P, int n) {
  __shared__ float4 tile_m[TILE][TILE / 4];
  __shared__ float4 tile_n[TILE][TILE / 4];
  const float4* m = (const float4*)M;
  const float4* n4 = (const float4*)N;
  float4* p = (float4*)P;
  int width = n / 4;
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * (TILE / 4) + threadIdx.x;
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int begin = 0; begin < n; begin += TILE) {
    tile_m[threadIdx.y][threadIdx.x] = m[row * width + begin / 4 + threadIdx.x];
    tile_n[threadIdx.y][threadIdx.x] = n4[(begin + threadIdx.y) * width + column];
    __syncthreads();
    for (int k = 0; k < TILE; k += 4) {
      float4 a = tile_m[threadIdx.y][k / 4];
      float4 b = tile_n[k][threadIdx.x];
      float4 c = tile_n[k + 1][threadIdx.x];
      float4 d = tile_n[k + 2][threadIdx.x];
      float4 e = tile_n[k + 3][threadIdx.x];
      sum.x = sum.x + a.x * b.x + a.y * c.x + a.z * d.x + a.w * e.x;
      sum.y = sum.y + a.x * b.y + a.y * c.y + a.z * d.y + a.w * e.y;
      sum.z = sum.z + a.x * b.z + a.y * c.z + a.z * d.z + a.w * e.z;
      sum.w = sum.w + a.x * b.w + a.y * c.w + a.z * d.w + a.w * e.w;
    }
    __syncthreads();
  }
  p[row * width + column] = sum;
}
