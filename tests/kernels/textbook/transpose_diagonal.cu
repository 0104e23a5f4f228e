// warplens: --grid 4,4 --block 16,4 --arg in=float[64][64] --arg out=float[64][64]:zero --arg n=64
// Blocks that run at the same time would write to the same few memory partitions if they marched along a column of
// tiles. Here block (x, y) takes tile ((x + y) mod n, x): the blocks of a row walk down a diagonal.

const int kTile = 16;
const int kRows = 4;

__global__ void transposeDiagonal(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile + 1];

  const int tile_y = blockIdx.x;
  const int tile_x = (blockIdx.x + blockIdx.y) % gridDim.x;

  int index = (tile_y * kTile + threadIdx.y) * n + tile_x * kTile + threadIdx.x;
#pragma unroll
  for (int i = 0; i < kTile; i += kRows) tile[threadIdx.y + i][threadIdx.x] = in[index + i * n];
  __syncthreads();

  index = (tile_x * kTile + threadIdx.y) * n + tile_y * kTile + threadIdx.x;
#pragma unroll
  for (int i = 0; i < kTile; i += kRows) out[index + i * n] = tile[threadIdx.x][threadIdx.y + i];
}
