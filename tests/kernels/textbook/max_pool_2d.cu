// warplens: --grid 2,3,3 --block 8,4 --arg in=float[3][21][30]:random=5 --arg out=float[3][10][15]:none --arg width=30 --arg height=21
//
// 2x2 max pooling with stride 2; blockIdx.z is the channel. The bottom row of an odd height has no
// partner and is left out.

#define MAX2(a, b) ((a) > (b) ? (a) : (b))

__global__ void max_pool_2d(const float* in, float* out, int width, int height) {
  const int out_width = width / 2, out_height = height / 2;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int channel = blockIdx.z;
  if (x >= out_width || y >= out_height) return;
  const float* top = in + (channel * height + 2 * y) * width + 2 * x;
  const float* bottom = top + width;
  out[(channel * out_height + y) * out_width + x] =
      MAX2(MAX2(top[0], top[1]), MAX2(bottom[0], bottom[1]));
}
