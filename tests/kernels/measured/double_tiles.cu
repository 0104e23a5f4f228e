// warplens: --grid 2,2 --block 16,16 --arg a=double[32][32] --arg o=double[32][32]
__global__ void double_tiles(const double* a, double* o) {
  __shared__ double s[16][17];
  __shared__ double d[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int i = (blockIdx.y * 16 + y) * 32 + blockIdx.x * 16 + x;
  s[x][y] = a[i];
  d[x][y] = a[i];
  __syncthreads();
  o[i] = s[y][x] + d[y][x] + d[x][y];
}
