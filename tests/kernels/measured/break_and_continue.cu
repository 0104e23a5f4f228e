// warplens: --grid 3 --block 32,4 --arg a=int[4096]:mod=17 --arg o=int[512]
__global__ void break_and_continue(const int* a, int* o) {
  __shared__ int s[4][33];
  int x = threadIdx.x, y = threadIdx.y;
  int id = (blockIdx.x * blockDim.y + y) * blockDim.x + x;
  s[y][x] = 0;
  __syncthreads();
  for (int k = 0; k < 24; ++k) {
    int v = a[(id * 3 + k * 5) % 4096];
    if (v == 3) continue;
    if (v > 14) break;
    s[y][x] += v;
    if (v & 1) continue;
    s[y][x] -= 1;
  }
  __syncthreads();
  o[id] = s[y][x];
}
