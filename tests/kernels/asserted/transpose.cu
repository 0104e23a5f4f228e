// warplens: --grid 2,2 --block 32,32 --arg n=64 --arg in=float[4096] --arg out=float[4096]
// A transpose by a padded tile, whose counts are asserted: nothing of it conflicts.
#define TILE 32

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];  // warplens: assert wavefronts == 128, conflicts == 0
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  // warplens: assert conflicts(tile) == 0
  // warplens: assert sectors <= 512, sectors per request == 4
  // warplens: assert requests(load tile) == 128, requests(out) == 128
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
