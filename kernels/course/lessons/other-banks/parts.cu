// warplens: --block 32,32 --arg in=char[32][32] --arg out=char[32][32]:zero

// A block turns a tile round whose elements are smaller than a word. PAD elements at the end of each row are unused.

#ifndef ELEMENT
#define ELEMENT char
#endif
#ifndef PAD
#define PAD 0
#endif

__global__ void turn(const ELEMENT* in, ELEMENT* out) {
  __shared__ ELEMENT tile[32][32 + PAD];
  int x = threadIdx.x, y = threadIdx.y;

  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}
