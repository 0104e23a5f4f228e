// warplens: --block 16,16 --arg in=float[16][16] --arg out=float[16][16]:zero

// A block turns one tile of a matrix round: rows go in, columns come out. PAD words at the end of each row are unused.

#ifndef SIZE
#define SIZE 16
#endif
#ifndef PAD
#define PAD 1
#endif

__global__ void turn(const float* in, float* out) {
  __shared__ float tile[SIZE][SIZE + PAD];
  int x = threadIdx.x, y = threadIdx.y;

  tile[y][x] = in[y * SIZE + x];
  __syncthreads();
  out[y * SIZE + x] = tile[x][y];
}
