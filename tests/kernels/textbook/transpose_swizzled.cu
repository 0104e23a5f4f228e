// warplens: --grid 2,2 --block 32,32 --arg in=unsigned[64][64]:iota --arg out=unsigned[64][64]:zero --arg n=64
// Instead of padding, the column inside the tile is XORed with the row. Each row holds its 32 elements in another
// order, rows and columns both touch every bank once, and not a word of shared memory is wasted.

__global__ void transposeSwizzled(const unsigned* __restrict__ in, unsigned* __restrict__ out, int n) {
  __shared__ unsigned tile[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;

  int column = blockIdx.x * 32 + tx;
  int row = blockIdx.y * 32 + ty;
  tile[ty][tx ^ ty] = in[row * n + column];
  __syncthreads();

  column = blockIdx.y * 32 + tx;
  row = blockIdx.x * 32 + ty;
  out[row * n + column] = tile[tx][ty ^ tx];
}
