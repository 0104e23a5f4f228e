// What pairs of 16-bit floats compute, the same for __half2 and __nv_bfloat162.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// An @ stands for the pair's type.
constexpr std::string_view kPairText =
    R"cuda(__host__ __device__ inline @ __hadd2(@ a, @ b) { return {a.x + b.x, a.y + b.y}; }
__host__ __device__ inline @ __hsub2(@ a, @ b) { return {a.x - b.x, a.y - b.y}; }
__host__ __device__ inline @ __hmul2(@ a, @ b) { return {a.x * b.x, a.y * b.y}; }
__host__ __device__ inline @ __h2div(@ a, @ b) { return {a.x / b.x, a.y / b.y}; }
__host__ __device__ inline @ __hneg2(@ a) { return {-a.x, -a.y}; }
__host__ __device__ inline @ __habs2(@ a) { return {__habs(a.x), __habs(a.y)}; }
__host__ __device__ inline @ __hfma2(@ a, @ b, @ c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
__host__ __device__ inline @ __hmin2(@ a, @ b) {
  return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
}
__host__ __device__ inline @ __hmax2(@ a, @ b) {
  return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
}
__host__ __device__ inline bool __hbeq2(@ a, @ b) { return a.x == b.x && a.y == b.y; }
__host__ __device__ inline bool __hblt2(@ a, @ b) { return a.x < b.x && a.y < b.y; }
__host__ __device__ inline bool __hbgt2(@ a, @ b) { return a.x > b.x && a.y > b.y; }
__host__ __device__ inline @ h2exp(@ a) { return {hexp(a.x), hexp(a.y)}; }
__host__ __device__ inline @ h2log(@ a) { return {hlog(a.x), hlog(a.y)}; }
__host__ __device__ inline @ h2sqrt(@ a) { return {hsqrt(a.x), hsqrt(a.y)}; }
__host__ __device__ inline @ h2rsqrt(@ a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }
__host__ __device__ inline @ h2rcp(@ a) { return {hrcp(a.x), hrcp(a.y)}; }

__host__ __device__ inline @ operator+(@ a, @ b) { return {a.x + b.x, a.y + b.y}; }
__host__ __device__ inline @& operator+=(@& a, @ b) { return a = a + b; }
__host__ __device__ inline @ operator-(@ a, @ b) { return {a.x - b.x, a.y - b.y}; }
__host__ __device__ inline @& operator-=(@& a, @ b) { return a = a - b; }
__host__ __device__ inline @ operator*(@ a, @ b) { return {a.x * b.x, a.y * b.y}; }
__host__ __device__ inline @& operator*=(@& a, @ b) { return a = a * b; }
__host__ __device__ inline @ operator/(@ a, @ b) { return {a.x / b.x, a.y / b.y}; }
__host__ __device__ inline @& operator/=(@& a, @ b) { return a = a / b; }
__host__ __device__ inline @ operator-(@ a) { return {-a.x, -a.y}; }
__host__ __device__ inline @ operator+(@ a) { return a; }
__host__ __device__ inline bool operator==(@ a, @ b) { return a.x == b.x && a.y == b.y; }
__host__ __device__ inline bool operator!=(@ a, @ b) { return a.x != b.x && a.y != b.y; }
__host__ __device__ inline bool operator<(@ a, @ b) { return a.x < b.x && a.y < b.y; }
__host__ __device__ inline bool operator<=(@ a, @ b) { return a.x <= b.x && a.y <= b.y; }
__host__ __device__ inline bool operator>(@ a, @ b) { return a.x > b.x && a.y > b.y; }
__host__ __device__ inline bool operator>=(@ a, @ b) { return a.x >= b.x && a.y >= b.y; }
__host__ __device__ inline @ __heq2(@ a, @ b) { return {a.x == b.x ? 1.0f : 0.0f, a.y == b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hne2(@ a, @ b) { return {a.x != b.x ? 1.0f : 0.0f, a.y != b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hlt2(@ a, @ b) { return {a.x < b.x ? 1.0f : 0.0f, a.y < b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hle2(@ a, @ b) { return {a.x <= b.x ? 1.0f : 0.0f, a.y <= b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hgt2(@ a, @ b) { return {a.x > b.x ? 1.0f : 0.0f, a.y > b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hge2(@ a, @ b) { return {a.x >= b.x ? 1.0f : 0.0f, a.y >= b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline bool __hbne2(@ a, @ b) { return a.x != b.x && a.y != b.y; }
__host__ __device__ inline bool __hble2(@ a, @ b) { return a.x <= b.x && a.y <= b.y; }
__host__ __device__ inline bool __hbge2(@ a, @ b) { return a.x >= b.x && a.y >= b.y; }
)cuda";

}  // namespace

std::string pair_text(std::string_view pair) {
  std::string text;
  for (const char c : kPairText) {
    if (c == '@')
      text += pair;
    else
      text += c;
  }
  return text;
}

}  // namespace warplens::lang
