// What <cuda_bf16.h> has beside the functions of intrinsics.def: pairs (CUDA Math API 13.0,
// "Bfloat16 Precision Intrinsics"), each number of which is computed as the scalar function
// computes it, and the bare bits.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kBfloatText = R"cuda(
#pragma once
struct __nv_bfloat16_raw {
  unsigned short x;
  __device__ operator __nv_bfloat16() const { return __ushort_as_bfloat16(x); }
};
__host__ __device__ inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__host__ __device__ inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__host__ __device__ inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
__host__ __device__ inline __nv_bfloat162 __float2bfloat162_rn(float a) { return {a, a}; }
__host__ __device__ inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {a, b}; }
__host__ __device__ inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return {a.x, a.y}; }
__host__ __device__ inline float2 __bfloat1622float2(__nv_bfloat162 a) { return {a.x, a.y}; }
__host__ __device__ inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__host__ __device__ inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__host__ __device__ inline float __low2float(__nv_bfloat162 a) { return a.x; }
__host__ __device__ inline float __high2float(__nv_bfloat162 a) { return a.y; }
__host__ __device__ inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return {a.x, a.x}; }
__host__ __device__ inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return {a.y, a.y}; }
__host__ __device__ inline __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return {a.y, a.x}; }
__host__ __device__ inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
__host__ __device__ inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }

)cuda";

constexpr std::string_view kBfloatRest = R"cuda(
// A pair is shuffled as its 32 bits.
__device__ inline unsigned __pair_bits(__nv_bfloat162 a) { return (unsigned)__bfloat16_as_ushort(a.y) << 16 | __bfloat16_as_ushort(a.x); }
__device__ inline __nv_bfloat162 __bfloat162_of(unsigned bits) {
  return {__ushort_as_bfloat16((unsigned short)bits), __ushort_as_bfloat16((unsigned short)(bits >> 16))};
}
__device__ inline __nv_bfloat162 __shfl_sync(unsigned mask, __nv_bfloat162 a, int lane, int width = 32) {
  return __bfloat162_of(__shfl_sync(mask, __pair_bits(a), lane, width));
}
__device__ inline __nv_bfloat162 __shfl_up_sync(unsigned mask, __nv_bfloat162 a, unsigned delta, int width = 32) {
  return __bfloat162_of(__shfl_up_sync(mask, __pair_bits(a), delta, width));
}
__device__ inline __nv_bfloat162 __shfl_down_sync(unsigned mask, __nv_bfloat162 a, unsigned delta, int width = 32) {
  return __bfloat162_of(__shfl_down_sync(mask, __pair_bits(a), delta, width));
}
__device__ inline __nv_bfloat162 __shfl_xor_sync(unsigned mask, __nv_bfloat162 a, int bits, int width = 32) {
  return __bfloat162_of(__shfl_xor_sync(mask, __pair_bits(a), bits, width));
}
__device__ inline __nv_bfloat162 atomicAdd(__nv_bfloat162* place, __nv_bfloat162 value) {
  return __bfloat162_of(warplens_add_bfloats((unsigned*)place, __pair_bits(value)));
}
)cuda";

}  // namespace

std::string_view bfloat_text() {
  static const std::string text = std::string(kBfloatText) +
                                  pair_text("__nv_bfloat162", "__nv_bfloat16") +
                                  std::string(kBfloatRest);
  return text;
}

}  // namespace warplens::lang
