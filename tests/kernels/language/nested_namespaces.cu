// warplens: --kernel conv::blur --arg in=float[1024] --arg out=float[1024] --arg w=32 --arg h=32 --grid 2,2 --block 16,16 --arg filter=float[5]
#include <memory>
#include <vector>
namespace conv {
constexpr int RADIUS = 2;
constexpr int DIAMETER = 2 * RADIUS + 1;
static const int BLOCK = 16;
__constant__ float filter[DIAMETER];
namespace detail {
template <typename T>
__device__ __forceinline__ T clamp(T v, T lo, T hi) {
  return v < lo ? lo : (v > hi ? hi : v);
}
}  // namespace detail
using detail::clamp;
__global__ void blur(const float* in, float* out, int w, int h) {
  __shared__ float tile[BLOCK + 2 * RADIUS][BLOCK + 2 * RADIUS + 1];
  const int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y;
  for (int dy = threadIdx.y; dy < BLOCK + 2 * RADIUS; dy += BLOCK)
    for (int dx = threadIdx.x; dx < BLOCK + 2 * RADIUS; dx += BLOCK) {
      int gx = clamp<int>(blockIdx.x * BLOCK + dx - RADIUS, 0, w - 1);
      int gy = clamp<int>(blockIdx.y * BLOCK + dy - RADIUS, 0, h - 1);
      tile[dy][dx] = in[gy * w + gx];
    }
  __syncthreads();
  float sum = 0.f;
  for (int k = -RADIUS; k <= RADIUS; ++k)
    sum += tile[threadIdx.y + RADIUS][threadIdx.x + RADIUS + k] * filter[k + RADIUS];
  if (x < w && y < h) out[y * w + x] = sum;
}
class Runner {
 public:
  Runner(int n) : data_(n) {}
  void run() {}

 private:
  std::vector<float> data_;
  std::unique_ptr<float[]> p_;
};
}  // namespace conv
int main() {
  conv::Runner r(4);
  r.run();
}
