// One lane's arithmetic where it differs from C++'s: what a GPU does where C++ leaves it undefined.
// The expressions of sim/code/opcodes.hpp use these functions.
//
// Sources: PTX ISA 8.5, "cvt", "shl", "shr", "min", "max"; CUDA C++ Programming Guide,
// "Floating-point standard".
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace warplens::machine {

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
