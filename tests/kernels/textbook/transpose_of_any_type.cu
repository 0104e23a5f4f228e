// warplens: --kernel 'transpose<double, 8>' --grid 4,3 --block 8,8 --arg in=double[20][26] --arg out=double[26][20]:zero
// warplens: --arg rows=20 --arg columns=26
// One transpose for all element types and tile sizes: both are parameters of the template, so the shared array has
// the right type and the loops over it have constant bounds.

template <typename T, int TileSize = 16>
__global__ void transpose(const T* in, T* out, int rows, int columns) {
  __shared__ T tile[TileSize][TileSize + 1];

  int x = blockIdx.x * TileSize + threadIdx.x;
  int y = blockIdx.y * TileSize + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();

  x = blockIdx.y * TileSize + threadIdx.x;
  y = blockIdx.x * TileSize + threadIdx.y;
  if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

template __global__ void transpose<double, 8>(const double*, double*, int, int);
