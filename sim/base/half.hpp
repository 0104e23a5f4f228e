// IEEE 754 binary16, CUDA's __half, as its 16 bits: conversions, rounding to nearest even.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

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

// From a double (hence from a float, which a double holds exactly), rounded once. Too large is
// infinite; a NaN is 0x7fff.
inline uint16_t half_from_double(double value) {
  if (value != value) return 0x7fff;
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  constexpr double kTooLarge = 65520;  // halfway between the largest half and the next step
  if (magnitude >= kTooLarge) return sign | 0x7c00;
  constexpr double kSmallestNormal = 0x1p-14;
  int exponent = -14;
  if (magnitude >= kSmallestNormal) exponent = std::ilogb(magnitude);
  // In units of the last place: at most 2048, so that a carry goes on into the exponent by itself.
  const double scaled = std::nearbyint(std::ldexp(magnitude, 10 - exponent));
  const int rounded = static_cast<int>(scaled);
  const int biased = magnitude >= kSmallestNormal ? exponent + 14 : 0;
  return static_cast<uint16_t>(sign | (biased * 0x400 + rounded));
}

}  // namespace warplens::base
