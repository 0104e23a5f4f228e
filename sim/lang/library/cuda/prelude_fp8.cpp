// <cuda_fp8.h>: numbers of 8 bits as they are stored; what is computed is computed in float.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kFp8Text = R"cuda(
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
// E4M3 has 3 bits after the point and no infinity, E5M2 has 2.
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  const int digits = kind == __NV_E4M3 ? 3 : 2, lowest = kind == __NV_E4M3 ? -6 : -14;
  const float largest = kind == __NV_E4M3 ? 448.0f : 57344.0f, too_large = kind == __NV_E4M3 ? 464.0f : 61440.0f;
  const unsigned bits = __float_as_uint(x), sign = bits >> 24 & 0x80;
  float size = fabsf(x);
  if (size != size) return 0x7f;
  if (saturation == __NV_SATFINITE)
    size = size > largest ? largest : size;
  else if (size > too_large || (size == too_large && kind == __NV_E5M2))
    return (unsigned char)(sign | (kind == __NV_E4M3 ? 0x7f : 0x7c));
  const int written = (int)(bits >> 23 & 0xff) - 127;
  const bool is_normal = written >= lowest;
  const int exponent = is_normal ? (size == largest ? (kind == __NV_E4M3 ? 8 : 15) : written) : lowest;
  const int units = (int)rintf(ldexpf(size, digits - exponent));
  return (unsigned char)(sign | ((is_normal ? exponent - lowest : 0) * (1 << digits) + units));
}
__host__ __device__ inline float warplens_fp8_to_float(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  const int digits = kind == __NV_E4M3 ? 3 : 2, lowest = kind == __NV_E4M3 ? -6 : -14;
  const int rest = x & 0x7f, exponent = rest >> digits, fraction = rest & (1 << digits) - 1;
  float size = 0;
  if (kind == __NV_E4M3 ? rest == 0x7f : rest > 0x7c)
    size = __uint_as_float(0x7fffffffu);
  else if (kind == __NV_E5M2 && rest == 0x7c)
    size = __uint_as_float(0x7f800000u);
  else if (exponent == 0)
    size = ldexpf((float)fraction, lowest - digits);
  else
    size = ldexpf((float)(fraction + (1 << digits)), exponent - 1 + lowest - digits);
  return x & 0x80 ? -size : size;
}
#define WARPLENS_FP8(name, kind)                                                                             \
  struct name {                                                                                              \
    __nv_fp8_storage_t __x;                                                                                  \
    name() = default;                                                                                        \
    __host__ __device__ explicit name(float x) : __x(__nv_cvt_float_to_fp8(x, __NV_SATFINITE, kind)) {}      \
    __host__ __device__ explicit name(double x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit name(int x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit name(__half x) : __x(__nv_cvt_float_to_fp8(__half2float(x), __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit name(__nv_bfloat16 x) : __x(__nv_cvt_float_to_fp8(__bfloat162float(x), __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit operator __half() const { return __float2half(warplens_fp8_to_float(__x, kind)); } \
    __host__ __device__ explicit operator __nv_bfloat16() const { return __float2bfloat16(warplens_fp8_to_float(__x, kind)); } \
    __host__ __device__ explicit operator float() const { return warplens_fp8_to_float(__x, kind); }         \
    __host__ __device__ explicit operator double() const { return warplens_fp8_to_float(__x, kind); }        \
    __host__ __device__ explicit operator int() const { return (int)warplens_fp8_to_float(__x, kind); }      \
  };
WARPLENS_FP8(__nv_fp8_e4m3, __NV_E4M3)
WARPLENS_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef WARPLENS_FP8
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)x, saturation, kind);
}
// Of two and four numbers the first is in the lowest bits.
__host__ __device__ inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  return (unsigned short)(__nv_cvt_float_to_fp8(x.x, saturation, kind) | __nv_cvt_float_to_fp8(x.y, saturation, kind) << 8);
}
__host__ __device__ inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(make_float2((float)x.x, (float)x.y), saturation, kind);
}
__host__ __device__ inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return {__half_as_ushort(__float2half(warplens_fp8_to_float(x, kind)))};
}
__host__ __device__ inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  return {__nv_cvt_fp8_to_halfraw(x & 0xff, kind).x, __nv_cvt_fp8_to_halfraw(x >> 8, kind).x};
}
// Bare bits are converted to what these take.
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__half2float(x), saturation, kind);
}
__host__ __device__ inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2 x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(__half22float2(x), saturation, kind);
}
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16 x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__bfloat162float(x), saturation, kind);
}
#define WARPLENS_FP8(two, four, kind)                                                                                                     \
  struct two {                                                                                                                            \
    __nv_fp8x2_storage_t __x;                                                                                                             \
    two() = default;                                                                                                                      \
    __host__ __device__ explicit two(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                                \
    __host__ __device__ explicit two(double2 x) : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                              \
    __host__ __device__ explicit two(__half2 x) : __x(__nv_cvt_float2_to_fp8x2(__half22float2(x), __NV_SATFINITE, kind)) {}               \
    __host__ __device__ explicit two(__nv_bfloat162 x) : __x(__nv_cvt_float2_to_fp8x2(__bfloat1622float2(x), __NV_SATFINITE, kind)) {}    \
    __host__ __device__ explicit operator float2() const {                                                                                \
      return make_float2(warplens_fp8_to_float(__x & 0xff, kind), warplens_fp8_to_float(__x >> 8, kind));                                 \
    }                                                                                                                                     \
    __host__ __device__ explicit operator __half2() const {                                                                               \
      return __floats2half2_rn(warplens_fp8_to_float(__x & 0xff, kind), warplens_fp8_to_float(__x >> 8, kind));                           \
    }                                                                                                                                     \
  };                                                                                                                                      \
  struct four {                                                                                                                           \
    __nv_fp8x4_storage_t __x;                                                                                                             \
    four() = default;                                                                                                                     \
    __host__ __device__ explicit four(float4 x)                                                                                           \
        : __x(two(make_float2(x.x, x.y)).__x | (unsigned)two(make_float2(x.z, x.w)).__x << 16) {}                                         \
    __host__ __device__ explicit four(__half2 low, __half2 high) : __x(two(low).__x | (unsigned)two(high).__x << 16) {}                   \
    __host__ __device__ explicit four(__nv_bfloat162 low, __nv_bfloat162 high) : __x(two(low).__x | (unsigned)two(high).__x << 16) {}     \
    __host__ __device__ explicit operator float4() const {                                                                                \
      return make_float4(warplens_fp8_to_float(__x & 0xff, kind), warplens_fp8_to_float(__x >> 8 & 0xff, kind),                           \
                         warplens_fp8_to_float(__x >> 16 & 0xff, kind), warplens_fp8_to_float(__x >> 24, kind));                          \
    }                                                                                                                                     \
  };
WARPLENS_FP8(__nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
WARPLENS_FP8(__nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
#undef WARPLENS_FP8
)cuda";

}  // namespace

std::string_view fp8_text() {
  return kFp8Text;
}

}  // namespace warplens::lang
