// warplens: --block 32 --arg in=float[16][32] --arg out=float[32][16]:zero
// Columns follow one another in a macro, which has their distance from another one.
#define PITCH 16
#define CELL(row, column) cells[(column)*PITCH + (row)]
__global__ void column_macro(const float* in, float* out) {
  __shared__ float cells[32 * PITCH];
  int t = threadIdx.x;
  for (int r = 0; r < 16; ++r) CELL(r, t) = in[r * 32 + t];
  __syncthreads();
  for (int i = t; i < 512; i += 32) out[i] = CELL(i % 16, i / 16);
}
