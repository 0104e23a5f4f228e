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

__host__ __device__ inline int ilogb(double x) {
  if (x == 0) return -2147483647 - 1;
  if (isnan(x)) return -2147483647 - 1;
  if (isinf(x)) return 2147483647;
  int exponent = 0;
  frexp(x, &exponent);
  return exponent - 1;
}
__host__ __device__ inline int ilogb(float x) { return ilogb((double)x); }
__host__ __device__ inline int ilogbf(float x) { return ilogb((double)x); }
__host__ __device__ inline double logb(double x) { return x == 0 ? -1 / fabs(x) : isinf(x) ? fabs(x) : isnan(x) ? x : (double)ilogb(x); }
__host__ __device__ inline float logb(float x) { return (float)logb((double)x); }
__host__ __device__ inline float logbf(float x) { return (float)logb((double)x); }
__host__ __device__ inline double scalbln(double x, long n) { return scalbn(x, (int)n); }
__host__ __device__ inline float scalbln(float x, long n) { return scalbnf(x, (int)n); }
__host__ __device__ inline float scalblnf(float x, long n) { return scalbnf(x, (int)n); }
__host__ __device__ inline double remquo(double x, double y, int* quotient) {
  const double rest = remainder(x, y);
  *quotient = (int)fmod(rint((x - rest) / y), 8.0);
  return rest;
}
__host__ __device__ inline float remquof(float x, float y, int* quotient) { return (float)remquo((double)x, (double)y, quotient); }
__host__ __device__ inline double rnorm3d(double x, double y, double z) { return 1 / norm3d(x, y, z); }
__host__ __device__ inline float rnorm3df(float x, float y, float z) { return 1 / norm3df(x, y, z); }
__host__ __device__ inline double rnorm4d(double x, double y, double z, double w) { return 1 / norm4d(x, y, z, w); }
__host__ __device__ inline float rnorm4df(float x, float y, float z, float w) { return 1 / norm4df(x, y, z, w); }
__host__ __device__ inline double norm(int count, const double* x) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += x[i] * x[i];
  return sqrt(sum);
}
__host__ __device__ inline float normf(int count, const float* x) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += (double)x[i] * x[i];
  return (float)sqrt(sum);
}
__host__ __device__ inline double rnorm(int count, const double* x) { return 1 / norm(count, x); }
__host__ __device__ inline float rnormf(int count, const float* x) { return 1 / normf(count, x); }

__host__ __device__ inline double normcdf(double x) { return 0.5 * erfc(-0.70710678118654752 * x); }
__host__ __device__ inline float normcdff(float x) { return (float)normcdf((double)x); }
__host__ __device__ inline float normcdf(float x) { return (float)normcdf((double)x); }
__host__ __device__ inline double erfcx(double x) {
  if (x < 25) return exp(x * x) * erfc(x);
  const double square = x * x;
  return 0.56418958354775629 / x * (1 - 0.5 / square + 0.75 / (square * square));
}
__host__ __device__ inline float erfcxf(float x) { return (float)erfcx((double)x); }
__host__ __device__ inline float erfcx(float x) { return (float)erfcx((double)x); }
// Of erf(y) = 1 - x, for x below 2: M. Giles, "Approximating the erfinv function", GPU Computing
// Gems 2, and Newton's method on erfc.
__host__ __device__ inline double erfcinv(double x) {
  if (x == 0) return 1 / x;
  if (x == 2) return -1 / (x - 2);
  double w = -log(x * (2 - x)), y = 0;
  if (x < 1e-14) {  // erfc(y) is nearly exp(-y * y) / (y * sqrt(pi))
    w = -log(x);
    y = sqrt(w);
    for (int i = 0; i < 4; ++i) y = sqrt(w - log(y * 1.7724538509055159));
    for (int i = 0; i < 6; ++i) y += (log(erfc(y)) + w) / (2 * y);
    return y;
  }
  if (w < 5) {
    w -= 2.5;
    y = 2.81022636e-08;
    y = y * w + 3.43273939e-07;
    y = y * w - 3.5233877e-06;
    y = y * w - 4.39150654e-06;
    y = y * w + 0.00021858087;
    y = y * w - 0.00125372503;
    y = y * w - 0.00417768164;
    y = y * w + 0.246640727;
    y = y * w + 1.50140941;
  } else {
    w = sqrt(w) - 3;
    y = -0.000200214257;
    y = y * w + 0.000100950558;
    y = y * w + 0.00134934322;
    y = y * w - 0.00367342844;
    y = y * w + 0.00573950773;
    y = y * w - 0.0076224613;
    y = y * w + 0.00943887047;
    y = y * w + 1.00167406;
    y = y * w + 2.83297682;
  }
  y *= 1 - x;
  for (int i = 0; i < 3; ++i) y += (erfc(y) - x) / (1.1283791670955126 * exp(-y * y));
  return y;
}
__host__ __device__ inline double erfinv(double x) {
  if (fabs(x) > 0.5) return x > 0 ? erfcinv(1 - x) : -erfcinv(1 + x);
  double y = erfcinv(1 - x);
  return y - (erf(y) - x) / (1.1283791670955126 * exp(-y * y));
}
__host__ __device__ inline double normcdfinv(double x) { return -1.4142135623730951 * erfcinv(2 * x); }
__host__ __device__ inline float erfcinvf(float x) { return (float)erfcinv((double)x); }
__host__ __device__ inline float erfcinv(float x) { return (float)erfcinv((double)x); }
__host__ __device__ inline float erfinvf(float x) { return (float)erfinv((double)x); }
__host__ __device__ inline float erfinv(float x) { return (float)erfinv((double)x); }
__host__ __device__ inline float normcdfinvf(float x) { return (float)normcdfinv((double)x); }
__host__ __device__ inline float normcdfinv(float x) { return (float)normcdfinv((double)x); }

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
namespace std {
using ::lround;
using ::llround;
using ::ilogb;
using ::logb;
using ::scalbln;
using ::remquo;
}
)cuda";

constexpr auto kMathWords = std::to_array<std::string_view>(
    {"memcpy", "memset", "frexp", "modf", "lround", "__byte_perm", "__dp4a", "logb", "scalbln",
     "remquo", "norm", "erfc", "erfinv"});

// Functions that host code has addresses of, which what is computed in place has not.
constexpr std::string_view kAddressesText = R"cuda(
#define WARPLENS_AT(name)                                                      \
  inline double warplens_at_##name(double x) { return name(x); }               \
  inline float warplens_at_##name(float x) { return name(x); }                 \
  inline float warplens_at_##name##f(float x) { return name(x); }
#define WARPLENS_AT_TWO(name)                                                  \
  inline double warplens_at_##name(double x, double y) { return name(x, y); }  \
  inline float warplens_at_##name(float x, float y) { return name(x, y); }     \
  inline float warplens_at_##name##f(float x, float y) { return name(x, y); }
WARPLENS_AT(sin) WARPLENS_AT(cos) WARPLENS_AT(tan) WARPLENS_AT(asin) WARPLENS_AT(acos) WARPLENS_AT(atan)
WARPLENS_AT(sinh) WARPLENS_AT(cosh) WARPLENS_AT(tanh) WARPLENS_AT(exp) WARPLENS_AT(log) WARPLENS_AT(log2)
WARPLENS_AT(log10) WARPLENS_AT(sqrt) WARPLENS_AT(cbrt) WARPLENS_AT(fabs) WARPLENS_AT(floor) WARPLENS_AT(ceil)
WARPLENS_AT(round) WARPLENS_AT_TWO(pow) WARPLENS_AT_TWO(fmin) WARPLENS_AT_TWO(fmax) WARPLENS_AT_TWO(fmod)
WARPLENS_AT_TWO(atan2) WARPLENS_AT_TWO(hypot)
inline int warplens_at_abs(int x) { return abs(x); }
#undef WARPLENS_AT
#undef WARPLENS_AT_TWO
)cuda";

// What a text has that declares a pointer to a function, or calls what takes one.
constexpr auto kAddressesWords = std::to_array<std::string_view>({"(*", "function<", "transform"});

}  // namespace

std::string_view math_addresses_text() {
  return kAddressesText;
}

bool needs_math_addresses_text(std::string_view text) {
  return names_one_of(text, kAddressesWords);
}

std::string_view math_text() {
  return kMathText;
}

bool needs_math_text(std::string_view text) {
  return names_one_of(text, kMathWords);
}

}  // namespace warplens::lang
