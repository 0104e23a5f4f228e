// warplens: --grid 3,3 --block 16,8 --arg src=uint8_t[20][40][4]:random=3 --arg dst=uint8_t[20][40][4]:zero --arg width=40 --arg height=20
// A box blur of a picture whose points are four bytes, red, green, blue and opacity: a point is one access of 32 bits,
// its colours are added up as integers, and opacity is kept.

__global__ void blur(const uchar4* src, uchar4* dst, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  int3 sum = make_int3(0, 0, 0);
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int sx = x + dx, sy = y + dy;
      if (sx < 0 || sx >= width || sy < 0 || sy >= height) continue;
      const uchar4 point = src[sy * width + sx];
      sum.x += point.x;
      sum.y += point.y;
      sum.z += point.z;
      ++count;
    }
  }
  uchar4 result;
  result.x = static_cast<unsigned char>(sum.x / count);
  result.y = static_cast<unsigned char>(sum.y / count);
  result.z = static_cast<unsigned char>(sum.z / count);
  result.w = src[y * width + x].w;
  dst[y * width + x] = result;
}
