// What 16-bit floats compute beside the functions of intrinsics.def, and pairs of them, for __half
// and __nv_bfloat16 alike.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// An @ is replaced by the pair's type, a % by that of its numbers.
constexpr std::string_view kPairText =
    R"cuda(// Ordered, as CUDA has it: with NaN only the names in u are true.
__host__ __device__ inline bool __hne(% a, % b) { return a < b || a > b; }
__host__ __device__ inline bool __hneu(% a, % b) { return a != b; }
__host__ __device__ inline bool __hequ(% a, % b) { return !(a < b || a > b); }
__host__ __device__ inline bool __hltu(% a, % b) { return !(a >= b); }
__host__ __device__ inline bool __hleu(% a, % b) { return !(a > b); }
__host__ __device__ inline bool __hgtu(% a, % b) { return !(a <= b); }
__host__ __device__ inline bool __hgeu(% a, % b) { return !(a < b); }
// Into [0, 1]; what is no number becomes 0.
__host__ __device__ inline % warplens_saturated(% a) {
  const % zero = 0.0f, one = 1.0f;
  return a > zero ? (a < one ? a : one) : zero;
}
__host__ __device__ inline % warplens_without_sign(% a) {
  const % zero = 0.0f;
  return a <= zero ? zero : a;
}
__host__ __device__ inline % __hadd_sat(% a, % b) { return warplens_saturated(a + b); }
__host__ __device__ inline % __hsub_sat(% a, % b) { return warplens_saturated(a - b); }
__host__ __device__ inline % __hmul_sat(% a, % b) { return warplens_saturated(a * b); }
__host__ __device__ inline % __hfma_sat(% a, % b, % c) { return warplens_saturated(__hfma(a, b, c)); }
__host__ __device__ inline % __hfma_relu(% a, % b, % c) { return warplens_without_sign(__hfma(a, b, c)); }
__host__ __device__ inline % __hmin_nan(% a, % b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }
__host__ __device__ inline % __hmax_nan(% a, % b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }
__host__ __device__ inline @ __hadd2(@ a, @ b) { return {a.x + b.x, a.y + b.y}; }
__host__ __device__ inline @ __hsub2(@ a, @ b) { return {a.x - b.x, a.y - b.y}; }
__host__ __device__ inline @ __hmul2(@ a, @ b) { return {a.x * b.x, a.y * b.y}; }
__host__ __device__ inline @ __h2div(@ a, @ b) { return {a.x / b.x, a.y / b.y}; }
__host__ __device__ inline @ __hneg2(@ a) { return {-a.x, -a.y}; }
__host__ __device__ inline @ __habs2(@ a) { return {__habs(a.x), __habs(a.y)}; }
__host__ __device__ inline @ __hfma2(@ a, @ b, @ c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
__host__ __device__ inline @ __hfma2_sat(@ a, @ b, @ c) {
  return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
__host__ __device__ inline @ __hfma2_relu(@ a, @ b, @ c) {
  return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
// Of complex numbers.
__host__ __device__ inline @ __hcmadd(@ a, @ b, @ c) {
  return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}
__host__ __device__ inline @ __hadd2_sat(@ a, @ b) { return {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)}; }
__host__ __device__ inline @ __hsub2_sat(@ a, @ b) { return {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)}; }
__host__ __device__ inline @ __hmul2_sat(@ a, @ b) { return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)}; }
__host__ __device__ inline @ __hadd2_rn(@ a, @ b) { return {__hadd_rn(a.x, b.x), __hadd_rn(a.y, b.y)}; }
__host__ __device__ inline @ __hsub2_rn(@ a, @ b) { return {__hsub_rn(a.x, b.x), __hsub_rn(a.y, b.y)}; }
__host__ __device__ inline @ __hmul2_rn(@ a, @ b) { return {__hmul_rn(a.x, b.x), __hmul_rn(a.y, b.y)}; }
__host__ __device__ inline @ __hmin2_nan(@ a, @ b) { return {__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)}; }
__host__ __device__ inline @ __hmax2_nan(@ a, @ b) { return {__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)}; }
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
__host__ __device__ inline @ h2exp2(@ a) { return {hexp2(a.x), hexp2(a.y)}; }
__host__ __device__ inline @ h2exp10(@ a) { return {hexp10(a.x), hexp10(a.y)}; }
__host__ __device__ inline @ h2log2(@ a) { return {hlog2(a.x), hlog2(a.y)}; }
__host__ __device__ inline @ h2log10(@ a) { return {hlog10(a.x), hlog10(a.y)}; }
__host__ __device__ inline @ h2sin(@ a) { return {hsin(a.x), hsin(a.y)}; }
__host__ __device__ inline @ h2cos(@ a) { return {hcos(a.x), hcos(a.y)}; }
__host__ __device__ inline @ h2floor(@ a) { return {hfloor(a.x), hfloor(a.y)}; }
__host__ __device__ inline @ h2ceil(@ a) { return {hceil(a.x), hceil(a.y)}; }
__host__ __device__ inline @ h2trunc(@ a) { return {htrunc(a.x), htrunc(a.y)}; }
__host__ __device__ inline @ h2rint(@ a) { return {hrint(a.x), hrint(a.y)}; }
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
__host__ __device__ inline @ __hne2(@ a, @ b) { return {__hne(a.x, b.x) ? 1.0f : 0.0f, __hne(a.y, b.y) ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hlt2(@ a, @ b) { return {a.x < b.x ? 1.0f : 0.0f, a.y < b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hle2(@ a, @ b) { return {a.x <= b.x ? 1.0f : 0.0f, a.y <= b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hgt2(@ a, @ b) { return {a.x > b.x ? 1.0f : 0.0f, a.y > b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline @ __hge2(@ a, @ b) { return {a.x >= b.x ? 1.0f : 0.0f, a.y >= b.y ? 1.0f : 0.0f}; }
__host__ __device__ inline bool __hbne2(@ a, @ b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
__host__ __device__ inline bool __hble2(@ a, @ b) { return a.x <= b.x && a.y <= b.y; }
__host__ __device__ inline bool __hbge2(@ a, @ b) { return a.x >= b.x && a.y >= b.y; }
)cuda";

}  // namespace

std::string pair_text(std::string_view pair, std::string_view number) {
  std::string text;
  for (const char c : kPairText) {
    if (c == '@')
      text += pair;
    else if (c == '%')
      text += number;
    else
      text += c;
  }
  return text;
}

}  // namespace warplens::lang
