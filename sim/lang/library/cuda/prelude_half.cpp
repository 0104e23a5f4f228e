// What <cuda_fp16.h> has beside the functions of intrinsics.def: pairs of halves (CUDA Math API
// 13.0, "Half2"), each of which is computed as the scalar function computes it, and the bare bits.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kHalfText = R"cuda(
#pragma once
struct __half_raw {
  unsigned short x;
  __host__ __device__ operator __half() const { return __ushort_as_half(x); }
};
struct __half2_raw {
  unsigned short x, y;
  __host__ __device__ operator __half2() const { return {__ushort_as_half(x), __ushort_as_half(y)}; }
};
__host__ __device__ inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }
__host__ __device__ inline __half2 make_half2(__half a, __half b) { return {a, b}; }
__host__ __device__ inline __half2 __half2half2(__half a) { return {a, a}; }
__host__ __device__ inline __half2 __float2half2_rn(float a) { return {a, a}; }
__host__ __device__ inline __half2 __floats2half2_rn(float a, float b) { return {a, b}; }
__host__ __device__ inline __half2 __float22half2_rn(float2 a) { return {a.x, a.y}; }
__host__ __device__ inline float2 __half22float2(__half2 a) { return {a.x, a.y}; }
__host__ __device__ inline __half __low2half(__half2 a) { return a.x; }
__host__ __device__ inline __half __high2half(__half2 a) { return a.y; }
__host__ __device__ inline float __low2float(__half2 a) { return a.x; }
__host__ __device__ inline float __high2float(__half2 a) { return a.y; }
__host__ __device__ inline __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
__host__ __device__ inline __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
__host__ __device__ inline __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
__host__ __device__ inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
__host__ __device__ inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }

)cuda";

constexpr std::string_view kHalfRest = R"cuda(
// A pair is shuffled as its 32 bits.
__device__ inline unsigned __pair_bits(__half2 a) { return (unsigned)__half_as_ushort(a.y) << 16 | __half_as_ushort(a.x); }
__device__ inline __half2 __half2_of(unsigned bits) {
  return {__ushort_as_half((unsigned short)bits), __ushort_as_half((unsigned short)(bits >> 16))};
}
__device__ inline __half2 __shfl_sync(unsigned mask, __half2 a, int lane, int width = 32) {
  return __half2_of(__shfl_sync(mask, __pair_bits(a), lane, width));
}
__device__ inline __half2 __shfl_up_sync(unsigned mask, __half2 a, unsigned delta, int width = 32) {
  return __half2_of(__shfl_up_sync(mask, __pair_bits(a), delta, width));
}
__device__ inline __half2 __shfl_down_sync(unsigned mask, __half2 a, unsigned delta, int width = 32) {
  return __half2_of(__shfl_down_sync(mask, __pair_bits(a), delta, width));
}
__device__ inline __half2 __shfl_xor_sync(unsigned mask, __half2 a, int bits, int width = 32) {
  return __half2_of(__shfl_xor_sync(mask, __pair_bits(a), bits, width));
}
__device__ inline __half2 atomicAdd(__half2* place, __half2 value) {
  return __half2_of(warplens_add_halves((unsigned*)place, __pair_bits(value)));
}
)cuda";

}  // namespace

std::string_view half_text() {
  static const std::string text =
      std::string(kHalfText) + pair_text("__half2", "__half") + std::string(kHalfRest);
  return text;
}

}  // namespace warplens::lang
