// warplens: --grid 3,2 --block 16,16 --arg in=int[45][30]:iota --arg out=int[30][45]:zero --arg height=45 --arg width=30
// The other simple transpose: threads are numbered along the rows of the result, so the stores are coalesced and
// the loads run down a column of the source.

__global__ void transposeColumnReads(const int* in, int* out, int height, int width) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;  // of the result
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= width || col >= height) return;
  out[row * height + col] = in[col * width + row];
}
