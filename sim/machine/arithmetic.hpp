// One lane's arithmetic where it differs from C++'s: what a GPU does where C++ leaves it undefined.
// The expressions of sim/code/opcodes.hpp use these functions.
//
// Sources: PTX ISA 8.5, "cvt", "shl", "shr", "min", "max", "mul.hi"; CUDA C++ Programming Guide,
// "Floating-point standard"; CUDA Math API, "Integer Intrinsics".
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/base/half.hpp"
#include "sim/code/pointer.hpp"

namespace warplens::machine {

// Of other folders, by the names that the expressions call them.
using base::bfloat_from_double;
using base::bfloat_to_float;
using base::half_from_double;
using base::half_to_float;
using code::kLocalPointerBase;
using code::kSharedPointerBase;

// Single precision: every NaN that an operation makes has this bit pattern.
inline float canonical(float x) {
  return x == x ? x : std::bit_cast<float>(0x7fffffffu);
}
inline double canonical(double x) {
  return x;
}

// A division by zero gives all ones, quotient and remainder alike (what the compiler's division
// routines do on the GPU; the language leaves it undefined). The smallest number divided by -1
// wraps.
template <class T>
T divide(T x, T y) {
  if (y == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (y == -1)
      return static_cast<T>(std::make_unsigned_t<T>{0} - static_cast<std::make_unsigned_t<T>>(x));
  }
  return x / y;
}

template <class T>
T remainder_of(T x, T y) {
  if (y == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return 0;
  }
  return x % y;
}

// A shift by the width or more gives 0, or the sign in every bit.
template <class T>
T shift_left(T x, uint32_t count) {
  constexpr uint32_t kBits = sizeof(T) * 8;
  return count >= kBits ? T{0} : static_cast<T>(x << (count & (kBits - 1)));
}

template <class T>
T shift_right(T x, uint32_t count) {
  constexpr uint32_t kBits = sizeof(T) * 8;
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(x >> (count >= kBits ? kBits - 1 : count));
  } else {
    return count >= kBits ? T{0} : static_cast<T>(x >> (count & (kBits - 1)));
  }
}

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

// Towards zero, saturating. A NaN gives 0 from float to 32 bits; with a double or 64 bits, only the
// top bit is set.
template <class D, class S>
D to_integer(S x) {
  if (x != x) {
    if (sizeof(S) == 4 && sizeof(D) == 4) return 0;
    return static_cast<D>(std::make_unsigned_t<D>{1} << (sizeof(D) * 8 - 1));
  }
  // Both bounds are powers of two (or 0), hence exact in S.
  constexpr S kAbove = static_cast<S>(std::is_signed_v<D> ? 1 : 2) *
                       static_cast<S>(uint64_t{1} << (sizeof(D) * 8 - 1));
  constexpr S kBelow = std::is_signed_v<D> ? -kAbove : S{-1};
  if (x >= kAbove) return std::numeric_limits<D>::max();
  if (std::is_signed_v<D> ? x < kBelow : x <= kBelow) return std::numeric_limits<D>::min();
  return static_cast<D>(x);
}

}  // namespace warplens::machine
