// Floating numbers of 16 bits, as their bits: conversions, rounding to nearest even. CUDA's __half
// is IEEE 754 binary16, its __nv_bfloat16 the upper half of a float.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "sim/base/scalar.hpp"

namespace warplens::base {

// Exact.
inline float half_to_float(uint16_t bits) {
  const bool is_negative = (bits & 0x8000u) != 0;
  const int exponent = (bits >> 10) & 0x1f;
  const int fraction = bits & 0x3ff;
  float magnitude = 0;
  if (exponent == 0x1f) {
    const uint32_t payload = fraction == 0 ? 0 : 0x7fffffu;
    magnitude = std::bit_cast<float>(0x7f800000u | payload);
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(fraction | 0x400), exponent - 25);
  }
  return is_negative ? -magnitude : magnitude;
}

// Exact.
inline float bfloat_to_float(uint16_t bits) {
  return std::bit_cast<float>(uint32_t{bits} << 16);
}

// How many bits a format has after the point, and its smallest normal exponent.
struct SmallFormat {
  int fraction_bits, lowest_exponent;
  double too_large;  // halfway between the largest number and the next step
};
inline constexpr SmallFormat kHalfFormat{10, -14, 65520};
inline constexpr SmallFormat kBfloatFormat{7, -126, 0x1.ffp127};

// From a double (hence from a float, which a double holds exactly), rounded once. Too large is
// infinite; a NaN is 0x7fff.
inline uint16_t small_from_double(const SmallFormat& format, double value) {
  if (value != value) return 0x7fff;
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  const int one = 1 << format.fraction_bits;
  if (magnitude >= format.too_large)
    return static_cast<uint16_t>(sign | (0x8000 - one));  // all bits of the exponent
  const bool is_normal = magnitude >= std::ldexp(1.0, format.lowest_exponent);
  const int exponent = is_normal ? std::ilogb(magnitude) : format.lowest_exponent;
  // In units of the last place: at most twice `one`, so that a carry goes on into the exponent by
  // itself.
  const double scaled = std::nearbyint(std::ldexp(magnitude, format.fraction_bits - exponent));
  const int biased = is_normal ? exponent - format.lowest_exponent : 0;
  return static_cast<uint16_t>(sign | (biased * one + static_cast<int>(scaled)));
}
inline uint16_t half_from_double(double value) {
  return small_from_double(kHalfFormat, value);
}
inline uint16_t bfloat_from_double(double value) {
  return small_from_double(kBfloatFormat, value);
}

// The same by type: kHalf or kBfloat.
inline float small_to_float(Scalar scalar, uint16_t bits) {
  return scalar == Scalar::kHalf ? half_to_float(bits) : bfloat_to_float(bits);
}
inline uint16_t small_from_double(Scalar scalar, double value) {
  return small_from_double(scalar == Scalar::kHalf ? kHalfFormat : kBfloatFormat, value);
}

// Sums of bit patterns: exact in double, rounded once.
inline uint16_t sum_of_halves(uint16_t x, uint16_t y) {
  return half_from_double(static_cast<double>(half_to_float(x)) + half_to_float(y));
}
inline uint16_t sum_of_bfloats(uint16_t x, uint16_t y) {
  return bfloat_from_double(static_cast<double>(bfloat_to_float(x)) + bfloat_to_float(y));
}
// Of two numbers at a time, the first in the low half.
inline uint32_t sum_of_pairs(uint32_t x, uint32_t y, uint16_t (*sum)(uint16_t, uint16_t)) {
  const uint32_t low = sum(static_cast<uint16_t>(x), static_cast<uint16_t>(y));
  const uint32_t high = sum(static_cast<uint16_t>(x >> 16), static_cast<uint16_t>(y >> 16));
  return high << 16 | low;
}

}  // namespace warplens::base
