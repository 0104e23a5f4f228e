// Everything is made of operations that are rounded as IEEE 754 has it, so the results are those of
// a GPU. Each function is compiled twice (fused_instruction.hpp).
//
// Source: the PTX of sinf(), cosf() and logf(), nvcc 13.0, sm_90, without options.
#include "sim/machine/device_math.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include "sim/machine/fused_instruction.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {
namespace {

using namespace math_bits;

constexpr float of_bits(uint32_t bits) {
  return std::bit_cast<float>(bits);
}

// An angle as a multiple of a quarter turn, and what is left.
struct Quarters {
  int32_t count = 0;
  float rest = 0;
};

// Of angles that are too large to be reduced in float: with as many bits of 2 / pi as they need.
Quarters quarters_of_large(float x) {
  constexpr std::array<uint32_t, 6> kTwoOverPi = {0x3C439041, 0xDB629599, 0xF534DDC0,
                                                  0xFC2757D1, 0x4E441529, 0xA2F9836E};
  const uint32_t bits = std::bit_cast<uint32_t>(x);
  const uint32_t exponent = (bits >> 23 & 0xff) - 128, mantissa = bits << 8 | 0x80000000;
  std::array<uint32_t, 7> product{};
  uint64_t carry = 0;
  for (size_t i = 0; i < kTwoOverPi.size(); ++i) {
    const uint64_t sum = uint64_t{kTwoOverPi[i]} * mantissa + carry;
    product[i] = static_cast<uint32_t>(sum);
    carry = sum >> 32;
  }
  product[6] = static_cast<uint32_t>(carry);
  const uint32_t word = exponent >> 5, shift = exponent & 31;
  uint32_t high = product[6 - word], low = product[5 - word];
  if (shift != 0) {
    high = high << shift | low >> (32 - shift);
    low = low << shift | product[4 - word] >> (32 - shift);
  }
  const uint32_t fraction = high << 2 | low >> 30;
  const uint32_t is_above_half = fraction >> 31;
  const bool is_negative = (bits & 0x80000000) != 0;
  const uint32_t count = (high >> 30) + is_above_half;
  const uint32_t flip = is_above_half != 0 ? ~0u : 0u;
  const uint64_t size = uint64_t{fraction ^ flip} << 32 | ((low << 2) ^ flip);
  // pi / 2 times 2^-64
  const double rest = static_cast<double>(static_cast<int64_t>(size)) *
                      std::bit_cast<double>(uint64_t{0x3BF921FB54442D19});
  const bool is_rest_negative = (is_above_half != 0) != is_negative;
  const auto rounded = static_cast<float>(rest);
  return {static_cast<int32_t>(is_negative ? 0 - count : count),
          is_rest_negative ? -rounded : rounded};
}

WL_IN_PLACE inline Quarters quarters_of(float x) {
  if (std::fabs(x) >= of_bits(kLargestAngle))
    return std::isinf(x) ? Quarters{0, x * 0.0f} : quarters_of_large(x);
  if (x != x) return {0, x};
  const float count = std::nearbyint(x * of_bits(kTwoOverPi)) + 0.0f;  // never -0
  float rest = std::fma(count, of_bits(kMinusQuarter[0]), x);
  rest = std::fma(count, of_bits(kMinusQuarter[1]), rest);
  rest = std::fma(count, of_bits(kMinusQuarter[2]), rest);
  return {static_cast<int32_t>(count), rest};
}

WL_IN_PLACE inline float sine_of(Quarters angle) {
  const bool is_cosine = (angle.count & 1) != 0;
  const float square = angle.rest * angle.rest, first = is_cosine ? 1.0f : angle.rest;
  float sum =
      is_cosine ? std::fma(of_bits(kCosine[0]), square, of_bits(kCosine[1])) : of_bits(kSine[0]);
  sum = std::fma(sum, square, of_bits(is_cosine ? kCosine[2] : kSine[1]));
  sum = std::fma(sum, square, of_bits(is_cosine ? kCosine[3] : kSine[2]));
  const float value = std::fma(sum, std::fma(square, first, 0.0f), first);
  return (angle.count & 2) != 0 ? std::fma(value, -1.0f, 0.0f) : value;
}

WL_IN_PLACE inline float sine_in_both(float x) {
  return sine_of(quarters_of(x));
}

WL_IN_PLACE inline float cosine_in_both(float x) {
  Quarters angle = quarters_of(x);
  ++angle.count;
  return sine_of(angle);
}

WL_IN_PLACE inline float logarithm_in_both(float x) {
  const bool is_small = x < of_bits(kLeastNormal);
  if (is_small) x *= 0x1p23f;
  const uint32_t bits = std::bit_cast<uint32_t>(x);
  if (bits >= kInfinity)
    return x == 0 ? -of_bits(kInfinity) : std::fma(x, of_bits(kInfinity), of_bits(kInfinity));
  if (x == 0) return -of_bits(kInfinity);
  const uint32_t scale = (bits - kLogarithmFrom) & kExponent;
  const float exponent =
      std::fma(static_cast<float>(static_cast<int32_t>(scale)), 0x1p-23f, is_small ? -23.0f : 0.0f);
  const float y = std::bit_cast<float>(bits - scale) - 1.0f;
  float sum = of_bits(kLogarithm[0]);
  for (size_t i = 1; i < kLogarithm.size(); ++i) sum = std::fma(sum, y, of_bits(kLogarithm[i]));
  const float rest = std::fma(y * sum, y, y);
  return std::fma(exponent, of_bits(kLogarithmOfTwo), rest);
}

#if defined(WL_ASKS_FOR_FMA)
WL_WITH_FMA float sine_by_instruction(float x) {
  return sine_in_both(x);
}
WL_WITH_FMA float cosine_by_instruction(float x) {
  return cosine_in_both(x);
}
WL_WITH_FMA float logarithm_by_instruction(float x) {
  return logarithm_in_both(x);
}
#endif

}  // namespace

float sine(float x) {
#if defined(WL_ASKS_FOR_FMA)
  if (kHasFma) return sine_by_instruction(x);
#endif
  return sine_in_both(x);
}

float cosine(float x) {
#if defined(WL_ASKS_FOR_FMA)
  if (kHasFma) return cosine_by_instruction(x);
#endif
  return cosine_in_both(x);
}

float logarithm(float x) {
#if defined(WL_ASKS_FOR_FMA)
  if (kHasFma) return logarithm_by_instruction(x);
#endif
  return logarithm_in_both(x);
}

}  // namespace warplens::machine
