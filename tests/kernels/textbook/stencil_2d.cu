// warplens: --grid 3,5 --block 16,8 --arg in=float[37][45]:mod=100 --arg out=float[37][45]:zero --arg width=45 --arg height=37
// Five points in two dimensions, with a halo around the block's tile: threads on the block's edge bring one more
// element each. Outside of the image the nearest element inside counts.

#define BW 16
#define BH 8

__device__ int clampTo(int v, int low, int high) { return v < low ? low : (v > high ? high : v); }

__global__ void fivePoint(const float* in, float* out, int width, int height) {
  __shared__ float tile[BH + 2][BW + 2];
  const int gx = blockIdx.x * BW + threadIdx.x, gy = blockIdx.y * BH + threadIdx.y;
  const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;

  auto x = clampTo(gx, 0, width - 1);
  auto y = clampTo(gy, 0, height - 1);
  tile[ly][lx] = in[y * width + x];
  if (threadIdx.x == 0) tile[ly][0] = in[y * width + clampTo(gx - 1, 0, width - 1)];
  if (threadIdx.x == BW - 1) tile[ly][BW + 1] = in[y * width + clampTo(gx + 1, 0, width - 1)];
  if (threadIdx.y == 0) tile[0][lx] = in[clampTo(gy - 1, 0, height - 1) * width + x];
  if (threadIdx.y == BH - 1) tile[BH + 1][lx] = in[clampTo(gy + 1, 0, height - 1) * width + x];
  __syncthreads();

  if (gx < width && gy < height) {
    out[gy * width + gx] = tile[ly - 1][lx] + tile[ly + 1][lx] + tile[ly][lx - 1] + tile[ly][lx + 1] - 4.0f * tile[ly][lx];
  }
}
