// warplens: --grid 2,6 --block 32,4 --arg in=int[24][64]:random=12 --arg out=int[24][64]:zero --arg width=64 --arg rows=24
// Left and right neighbours from the registers of the neighbouring lanes instead of from memory: a warp is a row of 32
// elements. Only the first and the last lane have to load what the warp does not hold.

__global__ void maximumOfThree(const int* in, int* out, int width, int rows) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows) return;  // whole warps
  const int* line = &in[row * width];

  const int here = line[column];
  int left = __shfl_up_sync(0xffffffff, here, 1);
  int right = __shfl_down_sync(0xffffffff, here, 1);
  if (threadIdx.x == 0) left = column > 0 ? line[column - 1] : here;
  if (threadIdx.x == 31) right = column + 1 < width ? line[column + 1] : here;
  out[row * width + column] = max(here, max(left, right));
}
