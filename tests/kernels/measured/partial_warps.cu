// warplens: --grid 3 --block 10,5 --arg a=float[64][64] --arg o=float[64][64]
__global__ void partial_warps(const float* a, float* o) {
  __shared__ float s[10][5];
  int x = threadIdx.x, y = threadIdx.y;
  s[x][y] = a[(y + 5 * blockIdx.x) * 64 + x * 3];
  __syncthreads();
  o[(y + 5 * blockIdx.x) * 64 + x] = s[x][4 - y];
}
