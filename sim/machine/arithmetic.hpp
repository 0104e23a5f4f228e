// The functions of one lane's numbers that the expressions of sim/code/opcodes.hpp use. What C++
// has and a GPU does otherwise is in sim/base/arithmetic.hpp.
//
// Sources: PTX ISA 8.5, "min", "max", "mul.hi"; CUDA Math API, "Integer Intrinsics".
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/base/arithmetic.hpp"
#include "sim/base/half.hpp"
#include "sim/code/pointer.hpp"
#include "sim/machine/device_math.hpp"

namespace warplens::machine {

// Of other folders, by the names that the expressions call them.
using base::bfloat_from_double;
using base::bfloat_to_float;
using base::canonical;
using base::divide;
using base::half_from_double;
using base::half_to_float;
using base::remainder_of;
using base::shift_left;
using base::shift_right;
using base::to_integer;
using code::kLocalPointerBase;
using code::kSharedPointerBase;

inline uint32_t magnitude(int32_t x) {
  return x < 0 ? 0u - static_cast<uint32_t>(x) : static_cast<uint32_t>(x);
}
inline uint64_t magnitude(int64_t x) {
  return x < 0 ? uint64_t{0} - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
}
inline float magnitude(float x) {
  return std::fabs(x);
}
inline double magnitude(double x) {
  return std::fabs(x);
}

template <class T>
bool is_infinite(T x) {
  return std::fabs(x) == std::numeric_limits<T>::infinity();
}

// The operand that is no NaN wins; -0 is less than +0.
template <class T>
T minimum(T x, T y) {
  const T smaller = x == y ? (std::signbit(x) ? x : y) : (x < y ? x : y);
  return x != x ? y : y != y ? x : smaller;
}

template <class T>
T maximum(T x, T y) {
  const T larger = x == y ? (std::signbit(x) ? y : x) : (x < y ? y : x);
  return x != x ? y : y != y ? x : larger;
}

// The position of the lowest bit that is set, from 1; 0 if none is.
template <class T>
int32_t first_set(T x) {
  return x == 0 ? 0 : std::countr_zero(x) + 1;
}

inline uint32_t reversed(uint32_t x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
  return x >> 16 | x << 16;
}
inline uint64_t reversed(uint64_t x) {
  return uint64_t{reversed(static_cast<uint32_t>(x))} << 32 |
         reversed(static_cast<uint32_t>(x >> 32));
}

// The upper half of the product in twice the width.
inline int32_t multiply_high(int32_t x, int32_t y) {
  return static_cast<int32_t>(int64_t{x} * y >> 32);
}
inline uint32_t multiply_high(uint32_t x, uint32_t y) {
  return static_cast<uint32_t>(uint64_t{x} * y >> 32);
}
inline uint64_t multiply_high(uint64_t x, uint64_t y) {
  const uint64_t x0 = x & 0xffffffff, x1 = x >> 32, y0 = y & 0xffffffff, y1 = y >> 32;
  const uint64_t low = x0 * y0;
  const uint64_t middle = x1 * y0 + (low >> 32);  // at most 2^64 - 2^32
  const uint64_t carry = x0 * y1 + (middle & 0xffffffff);
  return x1 * y1 + (middle >> 32) + (carry >> 32);
}
inline int64_t multiply_high(int64_t x, int64_t y) {
  // A negative factor is 2^64 too large as an unsigned one.
  uint64_t high = multiply_high(static_cast<uint64_t>(x), static_cast<uint64_t>(y));
  if (x < 0) high -= static_cast<uint64_t>(y);
  if (y < 0) high -= static_cast<uint64_t>(x);
  return static_cast<int64_t>(high);
}

// x * y + z, whose product is exact where the factors have half of T's digits each: the sum if it
// is a T, else that of its two neighbours whose last bit is 1. Rounded to fewer digits it is what
// the exact sum would be (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums",
// 2008).
template <class T>
T fma_to_odd(T x, T y, T z) {
  using Bits = std::conditional_t<sizeof(T) == sizeof(uint64_t), uint64_t, uint32_t>;
  const T product = x * y, sum = product + z, part = sum - product;
  const T rest = (product - (sum - part)) + (z - part);  // NaN if the sum is no number
  const bool is_exact = !(rest > 0) && !(rest < 0);
  if (is_exact || (std::bit_cast<Bits>(sum) & 1) != 0) return sum;
  const T infinity = std::numeric_limits<T>::infinity();
  return std::nextafter(sum, rest > 0 ? infinity : -infinity);
}

template <class T>
T power_of_ten(T x) {
  return static_cast<T>(std::pow(10.0, static_cast<double>(x)));
}

// The sign that lgamma leaves in a global variable is not wanted: runs may share the process.
template <class T>
T log_gamma(T x) {
#if defined(__GLIBC__)
  int sign = 0;
  return static_cast<T>(::lgamma_r(static_cast<double>(x), &sign));
#else
  return std::lgamma(x);
#endif
}

// sin and cos of pi x, exact where x is a multiple of 1/2: x is first brought to [-1/4, 1/4].
template <class T>
T sine_or_cosine_of_pi(T x, int quadrant) {
  constexpr double kPi = 3.14159265358979323846;
  const double turns = std::fmod(static_cast<double>(x), 2.0);  // exact; NaN for an infinity
  if (turns != turns) return std::numeric_limits<T>::quiet_NaN();
  const double halves = std::nearbyint(2 * turns);
  const double rest = (turns - halves / 2) * kPi;
  const int at = static_cast<int>(halves) + quadrant;
  const double value = (at & 1) != 0 ? std::cos(rest) : std::sin(rest);
  return static_cast<T>((at & 2) != 0 ? -value : value);
}
template <class T>
T sine_of_pi(T x) {
  return x == 0 ? x : sine_or_cosine_of_pi(x, 0);
}
template <class T>
T cosine_of_pi(T x) {
  return sine_or_cosine_of_pi(x, 1);
}

}  // namespace warplens::machine
