// <cuda_fp8.h>: numbers of 8 bits as they are stored; what is computed is computed in float.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kFp8Text = R"cuda(
#pragma once
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
    __host__ __device__ explicit operator float() const { return warplens_fp8_to_float(__x, kind); }         \
    __host__ __device__ explicit operator double() const { return warplens_fp8_to_float(__x, kind); }        \
    __host__ __device__ explicit operator int() const { return (int)warplens_fp8_to_float(__x, kind); }      \
  };
WARPLENS_FP8(__nv_fp8_e4m3, __NV_E4M3)
WARPLENS_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef WARPLENS_FP8
)cuda";

}  // namespace

std::string_view fp8_text() {
  return kFp8Text;
}

}  // namespace warplens::lang
