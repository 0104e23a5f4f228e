// warplens: --grid 2,2 --block 32,8 --arg a=float[64][64] --arg o=float[64][64]
#define TILE 32
__global__ void swizzled_transpose(const float* a, float* o) {
  __shared__ float s[TILE][TILE];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < TILE; y += blockDim.y)
    s[y][x ^ y] = a[(blockIdx.y * TILE + y) * 64 + blockIdx.x * TILE + x];
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += blockDim.y)
    o[(blockIdx.x * TILE + y) * 64 + blockIdx.y * TILE + x] = s[x][y ^ x];
}
