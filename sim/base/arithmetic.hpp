// What a GPU does where C++ leaves arithmetic undefined: the one place that knows what a / b is.
// The front end's constants (sim/lang/tree/constant), the machine and what explains an index use
// it.
//
// Sources: PTX ISA 8.5, "cvt", "shl", "shr"; CUDA C++ Programming Guide, "Floating-point standard".
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace warplens::base {

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

}  // namespace warplens::base
