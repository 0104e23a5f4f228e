// warplens: --grid 3,2,2 --block 4,3,5 --arg cells=int[8][5][11]:none --arg nx=11 --arg ny=5 --arg nz=8
//
// A 3-D grid over a 3-D box: each thread writes down which block and which thread it is. Warps do not
// end where rows do: linear thread ids run over x, then y, then z.

__global__ void index_3d(int* cells, int nx, int ny, int nz) {
  dim3 position(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  if (position.x >= nx || position.y >= ny || position.z >= nz) return;
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  cells[(position.z * ny + position.y) * nx + position.x] = block * 1000 + thread;
}
