// Numbers as tensor cores see them, and how they add: what the fast product (mma_multiply) and the
// sum unfolded (mma_sum) have in common.
//
// The rule (measured on an H100, bit for bit, on normal numbers): the greatest exponent of C and of
// the products, an exponent of A plus one of B, is E; C and each exact product are cut toward zero
// at 2^(E - 25); what is left is added exactly, and rounded once: to float by cutting to 24 bits
// toward zero, to half to the nearest, even.
//
// Subnormal numbers have the smallest exponent and significands below 1; a zero has no exponent of
// its own, and E is at least -126; a NaN is 0x7fffffff or 0x7fff (published models of the same
// chips, not measured here). Chips before 9.0 cut one bit earlier and add fewer products at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "sim/base/arithmetic.hpp"
#include "sim/base/half.hpp"
#include "sim/tensor/mma_shape.hpp"

namespace warplens::tensor {

inline constexpr int32_t kBitsBehindPoint = 25;  // of what is added, if E is 0
inline constexpr int32_t kLeastExponent = -126;  // of E

struct Format {
  uint32_t fraction_bits = 0, exponent_bits = 0;
  uint32_t ignored_bits = 0;  // lowest ones of the fraction

  constexpr uint32_t fraction_mask() const {
    return ((1u << fraction_bits) - 1) & ~((1u << ignored_bits) - 1);
  }
  constexpr uint32_t exponent_mask() const { return (1u << exponent_bits) - 1; }
};

// Of real numbers up to 32 bits.
constexpr Format format_of(Element element) {
  switch (element) {
    case Element::kF16:
      return {10, 5, 0};
    case Element::kBf16:
      return {7, 8, 0};
    case Element::kTf32:
      return {23, 8, 13};
    default:
      return {23, 8, 0};
  }
}

constexpr bool is_finite(const Format format, uint32_t bits) {
  return (bits >> format.fraction_bits & format.exponent_mask()) != format.exponent_mask();
}

// significand * 2^exponent; the significand is below 2, of normal numbers at least 1. Of a zero the
// exponent is so small that it is the greatest of none.
struct Scaled {
  float significand = 0;
  int32_t exponent = 0;
};

// Of a finite number. Without branches, so that a loop over it becomes vector code.
inline Scaled scaled(const Format format, uint32_t bits) {
  constexpr int32_t kOfZero = -10000;
  const uint32_t field = bits >> format.fraction_bits & format.exponent_mask();
  const uint32_t is_normal = field != 0 ? 1 : 0;
  const uint32_t significand = (bits & format.fraction_mask()) | is_normal << format.fraction_bits;
  const auto bias = static_cast<int32_t>(format.exponent_mask() >> 1);
  const auto exponent = static_cast<int32_t>(field + 1 - is_normal) - bias;
  const float unit = std::bit_cast<float>((127 - format.fraction_bits) << 23);
  const float magnitude = static_cast<float>(static_cast<int32_t>(significand)) * unit;
  const uint32_t sign = bits >> (format.fraction_bits + format.exponent_bits) << 31;
  return {std::bit_cast<float>(std::bit_cast<uint32_t>(magnitude) | sign),
          significand == 0 ? kOfZero : exponent};
}

// The same as one number, special ones included.
inline double real_of(Element element, uint32_t bits) {
  switch (element) {
    case Element::kF16:
      return base::half_to_float(static_cast<uint16_t>(bits));
    case Element::kBf16:
      return base::bfloat_to_float(static_cast<uint16_t>(bits));
    case Element::kTf32:
      return std::bit_cast<float>(bits & ~0x1fffu);
    default:
      return std::bit_cast<float>(bits);
  }
}

// A product of significands whose exponents add up to `exponent`, cut: in units of 2^(E - 25).
// Exact before it is cut: they have at most 11 bits. Sums of 16 fit in 32 bits.
inline int32_t cut_product(float significands, int32_t exponent, int32_t greatest) {
  constexpr int32_t kNothingLeft = -30;  // any product is below 1 then
  const int32_t shift = std::max(exponent - greatest + kBitsBehindPoint, kNothingLeft);
  return static_cast<int32_t>(significands * std::bit_cast<float>((shift + 127) << 23));
}

// The same of an element of C.
inline int64_t cut_summand(const Scaled& summand, int32_t greatest) {
  constexpr int32_t kNothingLeft = -2;
  const int32_t shift = std::max(summand.exponent - greatest + kBitsBehindPoint, kNothingLeft);
  return static_cast<int64_t>(double{summand.significand} *
                              std::bit_cast<double>(static_cast<int64_t>(shift + 1023) << 52));
}

// The float below or at `value` in magnitude; what is too large is infinite.
inline float cut_to_float(double value) {
  if (std::fabs(value) < 0x1p-126)
    return static_cast<float>(std::trunc(value * 0x1p149) * 0x1p-149);
  constexpr uint64_t kBehindFloat = (uint64_t{1} << 29) - 1;  // bits of a double
  return static_cast<float>(std::bit_cast<double>(std::bit_cast<uint64_t>(value) & ~kBehindFloat));
}

// The exact sum `total` * 2^(E - 25) as an element of D.
inline uint32_t rounded(Element element, int64_t total, int32_t greatest) {
  const int64_t exponent = greatest - kBitsBehindPoint + 1023;
  const double value = static_cast<double>(total) * std::bit_cast<double>(exponent << 52);
  if (element == Element::kF16) return base::half_from_double(value);
  return std::bit_cast<uint32_t>(cut_to_float(value));
}

// An infinity or NaN as an element of D.
inline uint32_t special(Element element, double value) {
  if (element == Element::kF16) return base::half_from_double(value);
  return std::bit_cast<uint32_t>(base::canonical(static_cast<float>(value)));
}

}  // namespace warplens::tensor
