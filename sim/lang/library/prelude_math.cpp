// Functions of <cstring>, of <cmath> and of CUDA's SIMD intrinsics that CUDA C++ itself can say. A
// copy moves byte by byte, as the debug build does it (nvcc 13.0 -G: one ld.u8 and one st.u8 a
// byte).
#include "sim/lang/library/prelude.hpp"

#include <array>

namespace warplens::lang {
namespace {

constexpr std::string_view kMathText = R"cuda(
#pragma once
__device__ inline void* memcpy(void* to, const void* from, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) ((char*)to)[i] = ((const char*)from)[i];
  return to;
}
__device__ inline void* memset(void* to, int value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) ((char*)to)[i] = (char)value;
  return to;
}

__host__ __device__ inline double frexp(double x, int* exponent) {
  if (x == 0 || isnan(x) || isinf(x)) {
    *exponent = 0;
    return x;
  }
  int shift = 0;
  if (fabs(x) < 0x1p-1022) {
    x *= 0x1p54;
    shift = 54;
  }
  const long long bits = __double_as_longlong(x);
  *exponent = (int)(bits >> 52 & 0x7ff) - 1022 - shift;
  return __longlong_as_double((bits & ~0x7ff0000000000000ll) | 0x3fe0000000000000ll);
}
__host__ __device__ inline float frexpf(float x, int* exponent) { return (float)frexp((double)x, exponent); }
__host__ __device__ inline float frexp(float x, int* exponent) { return frexpf(x, exponent); }
__host__ __device__ inline double modf(double x, double* whole) {
  *whole = trunc(x);
  return copysign(isinf(x) ? 0.0 : x - trunc(x), x);
}
__host__ __device__ inline float modff(float x, float* whole) {
  *whole = truncf(x);
  return copysignf(isinf(x) ? 0.0f : x - truncf(x), x);
}
__host__ __device__ inline float modf(float x, float* whole) { return modff(x, whole); }
__host__ __device__ inline long lround(double x) { return (long)round(x); }
__host__ __device__ inline long lround(float x) { return (long)roundf(x); }
__host__ __device__ inline long lroundf(float x) { return (long)roundf(x); }
__host__ __device__ inline long long llround(double x) { return (long long)round(x); }
__host__ __device__ inline long long llround(float x) { return (long long)roundf(x); }
__host__ __device__ inline long long llroundf(float x) { return (long long)roundf(x); }

__host__ __device__ inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long both = (unsigned long long)y << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i)
    result |= (unsigned)(both >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
  return result;
}
__host__ __device__ inline int __dp4a(int a, int b, int sum) {
  for (int i = 0; i < 32; i += 8) sum += (int)(signed char)(a >> i) * (signed char)(b >> i);
  return sum;
}
__host__ __device__ inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  for (int i = 0; i < 32; i += 8) sum += (a >> i & 0xff) * (b >> i & 0xff);
  return sum;
}
__host__ __device__ inline int __dp4a(char4 a, char4 b, int sum) {
  return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
__host__ __device__ inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned sum) {
  return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
)cuda";

constexpr auto kMathWords = std::to_array<std::string_view>(
    {"memcpy", "memset", "frexp", "modf", "lround", "__byte_perm", "__dp4a"});

}  // namespace

std::string_view math_text() {
  return kMathText;
}

bool needs_math_text(std::string_view text) {
  return names_one_of(text, kMathWords);
}

}  // namespace warplens::lang
