// warplens: --grid 4,3 --block 12,8 --arg current=uint8_t[20][45]:random=17 --arg next=uint8_t[20][45]:none --arg width=45 --arg height=20
//
// One generation of Conway's game of life on a torus. Cells are bytes whose lowest bit is alive.

using cell_t = unsigned char;

__device__ __forceinline__ int alive(const cell_t* board, int x, int y, int width, int height) {
  x = (x + width) % width;
  y = (y + height) % height;
  return board[y * width + x] & 1;
}

__global__ void game_of_life(const cell_t* current, cell_t* next, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      neighbours += alive(current, x + dx, y + dy, width, height);
    }
  }
  switch (neighbours) {
    case 3:
      next[y * width + x] = 1;
      break;
    case 2:
      next[y * width + x] = current[y * width + x] & 1;
      break;
    default:
      next[y * width + x] = 0;
  }
}

int main() {
  const int width = 45, height = 20;
  cell_t *current, *next;
  cudaMalloc(&current, width * height);
  cudaMalloc(&next, width * height);
  dim3 block(12, 8);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  game_of_life<<<grid, block>>>(current, next, width, height);
  cudaDeviceSynchronize();
  cudaFree(current);
  cudaFree(next);
}
