// warplens: --grid 2,2 --block 16,16 --arg a=float[32][32]:iota --arg b=float[32][32]:iota --arg c=float[32][32]:zero --arg n=32
// finds: race_between_warps
__global__ void k(const float* a, const float* b, float* c, int n) {
  __shared__ float ta[16][16], tb[16][16];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int m = 0; m < n; m += 16) {
    ta[y][x] = a[row * n + m + x];
    tb[y][x] = b[(m + y) * n + col];
    for (int i = 0; i < 16; ++i) sum += ta[y][i] * tb[i][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
