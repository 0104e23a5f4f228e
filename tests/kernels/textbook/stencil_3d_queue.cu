// warplens: --grid 2,3 --block 16,8 --arg in=float[10][20][30]:mod=64 --arg out=float[10][20][30]:zero
// warplens: --arg nx=30 --arg ny=20 --arg nz=10
// Seven points in three dimensions: the block marches along z with one plane in shared memory. The elements in front of
// it and behind it wait in registers, a queue that moves on by one at each step.

constexpr int BX = 16;
constexpr int BY = 8;

__global__ void sevenPoint(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz) {
  __shared__ float plane[BY + 2][BX + 2];
  const int x = blockIdx.x * BX + threadIdx.x;
  const int y = blockIdx.y * BY + threadIdx.y;
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  const bool exists = x < nx && y < ny;
  const bool inner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
  const int layer = nx * ny;

  int at = y * nx + x;
  float behind = 0.0f;
  float current = exists ? in[at] : 0.0f;
  float front = exists ? in[at + layer] : 0.0f;

  for (int z = 1; z < nz - 1; ++z) {
    at += layer;
    behind = current;
    current = front;
    front = exists ? in[at + layer] : 0.0f;

    __syncthreads();
    plane[ty][tx] = current;
    if (exists && threadIdx.x == 0 && x > 0) plane[ty][0] = in[at - 1];
    if (exists && threadIdx.x == BX - 1 && x < nx - 1) plane[ty][BX + 1] = in[at + 1];
    if (exists && threadIdx.y == 0 && y > 0) plane[0][tx] = in[at - nx];
    if (exists && threadIdx.y == BY - 1 && y < ny - 1) plane[BY + 1][tx] = in[at + nx];
    __syncthreads();

    if (inner) {
      out[at] = 2.0f * current + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + behind + front;
    }
  }
}
