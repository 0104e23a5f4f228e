// warplens: --grid 2,4 --block 16,4 --arg in=uint8_t[15][27][4]:random=90 --arg out=uint8_t[15][27][4]:none --arg width=27 --arg height=15
//
// Blurs the colours of an RGBA image over a window of BLUR_SIZE pixels in every direction; at the
// image's edge the window is smaller. Alpha is kept.

#define BLUR_SIZE 2

__global__ void box_blur_rgba(const uchar4* in, uchar4* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height) return;

  int3 sum = make_int3(0, 0, 0);
  int pixels = 0;
  for (int r = row - BLUR_SIZE; r <= row + BLUR_SIZE; ++r) {
    for (int c = col - BLUR_SIZE; c <= col + BLUR_SIZE; ++c) {
      if (r < 0 || r >= height || c < 0 || c >= width) continue;
      const uchar4 pixel = in[r * width + c];
      sum.x += pixel.x;
      sum.y += pixel.y;
      sum.z += pixel.z;
      ++pixels;
    }
  }
  uchar4 result;
  result.x = static_cast<unsigned char>(sum.x / pixels);
  result.y = static_cast<unsigned char>(sum.y / pixels);
  result.z = static_cast<unsigned char>(sum.z / pixels);
  result.w = in[row * width + col].w;
  out[row * width + col] = result;
}
