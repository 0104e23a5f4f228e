// A tensor core's product by another way than sim/tensor: for each element of D its row and column
// are looked up, and the sum is made of long binary numbers, a bit at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/base/half.hpp"
#include "sim/tensor/mma_shape.hpp"

namespace warplens::test {

// A sign and a binary number, the lowest bit of which is worth 2^-400.
class LongBinary {
 public:
  explicit LongBinary(double value) : negative_(std::signbit(value)) {
    value = std::fabs(value);
    for (int bit = kBits - 1; bit >= 0 && value != 0; --bit) {
      const double worth = std::ldexp(1.0, bit + kLowest);
      if (value < worth) continue;
      bits_[static_cast<size_t>(bit)] = true;
      value -= worth;
    }
  }

  void forget_below(int exponent) {
    for (int bit = 0; bit < kBits && bit + kLowest < exponent; ++bit)
      bits_[static_cast<size_t>(bit)] = false;
  }

  void add(const LongBinary& other) {
    if (negative_ == other.negative_) return add_bits(other);
    if (is_below(other)) {
      LongBinary greater = other;
      greater.subtract_bits(*this);
      *this = greater;
    } else {
      subtract_bits(other);
    }
  }

  // The exponent of the highest bit; kLowest - 1 of nothing.
  int exponent() const {
    int bit = kBits - 1;
    while (bit >= 0 && !bits_[static_cast<size_t>(bit)]) --bit;
    return bit + kLowest;
  }

  // With so many bits from the highest on, none of them below `lowest`; the rest is cut, or rounds
  // to the nearest, even.
  double with_bits(int count, int lowest, bool to_nearest) const {
    const int last = std::max(exponent() - count + 1, lowest);
    double value = 0;
    for (int bit = kBits - 1; bit >= last - kLowest; --bit)
      if (bits_[static_cast<size_t>(bit)]) value += std::ldexp(1.0, bit + kLowest);
    if (to_nearest && is_above_half(last)) value += std::ldexp(1.0, last);
    return negative_ ? -value : value;
  }

 private:
  static constexpr int kBits = 1000, kLowest = -400;

  bool is_below(const LongBinary& other) const {
    for (size_t bit = kBits; bit-- > 0;)
      if (bits_[bit] != other.bits_[bit]) return other.bits_[bit];
    return false;
  }
  void add_bits(const LongBinary& other) {
    bool carry = false;
    for (size_t bit = 0; bit < kBits; ++bit) {
      const int sum = (bits_[bit] ? 1 : 0) + (other.bits_[bit] ? 1 : 0) + (carry ? 1 : 0);
      bits_[bit] = sum % 2 == 1;
      carry = sum >= 2;
    }
  }
  void subtract_bits(const LongBinary& other) {
    bool borrow = false;
    for (size_t bit = 0; bit < kBits; ++bit) {
      const int rest = (bits_[bit] ? 1 : 0) - (other.bits_[bit] ? 1 : 0) - (borrow ? 1 : 0);
      bits_[bit] = rest % 2 != 0;
      borrow = rest < 0;
    }
  }
  // What is below 2^last is more than half of it, or a half behind an odd bit.
  bool is_above_half(int last) const {
    const int half = last - 1 - kLowest;
    if (half < 0 || !bits_[static_cast<size_t>(half)]) return false;
    if (bits_[static_cast<size_t>(half) + 1]) return true;
    for (int bit = 0; bit < half; ++bit)
      if (bits_[static_cast<size_t>(bit)]) return true;
    return false;
  }

  bool negative_ = false;
  std::bitset<kBits> bits_;
};

inline double exact_value(tensor::Element element, uint32_t bits) {
  using tensor::Element;
  if (element == Element::kF16) return base::half_to_float(static_cast<uint16_t>(bits));
  if (element == Element::kBf16) return base::bfloat_to_float(static_cast<uint16_t>(bits));
  if (element == Element::kTf32) return std::bit_cast<float>(bits & 0xffffe000u);
  return std::bit_cast<float>(bits);
}

// Of a number that is not 0; subnormals have the smallest normal one's.
inline int exponent_of(tensor::Element element, double value) {
  return std::max(std::ilogb(value), element == tensor::Element::kF16 ? -14 : -126);
}

// An element of D of real numbers up to 32 bits.
inline uint32_t exact_element(const tensor::MmaShape& shape, const std::vector<uint32_t>& a,
                              const std::vector<uint32_t>& b, uint32_t c) {
  using tensor::Element;
  const double summand = exact_value(shape.c, c);
  double special = summand;
  int greatest = summand == 0 || !std::isfinite(summand) ? -126 : exponent_of(shape.c, summand);
  std::vector<double> terms{summand};
  for (size_t k = 0; k < a.size(); ++k) {
    const double x = exact_value(shape.a, a[k]), y = exact_value(shape.b, b[k]);
    terms.push_back(x * y);
    special += x * y;
    if (x != 0 && y != 0 && std::isfinite(x * y))
      greatest = std::max(greatest, exponent_of(shape.a, x) + exponent_of(shape.b, y));
  }
  if (std::isnan(special)) return shape.d == Element::kF16 ? 0x7fff : 0x7fffffff;
  if (std::isinf(special)) {
    const uint32_t sign = special < 0 ? 1 : 0;
    return shape.d == Element::kF16 ? sign << 15 | 0x7c00 : sign << 31 | 0x7f800000;
  }
  LongBinary sum(0.0);
  for (const double term : terms) {
    LongBinary cut(term);
    cut.forget_below(greatest - 25);
    sum.add(cut);
  }
  if (sum.exponent() < -400) return 0;
  if (shape.d == Element::kF16) {
    const double rounded = sum.with_bits(11, -24, true);
    if (std::fabs(rounded) >= 65536) return rounded < 0 ? 0xfc00 : 0x7c00;
    return base::half_from_double(rounded);
  }
  return std::bit_cast<uint32_t>(static_cast<float>(sum.with_bits(24, -149, false)));
}

inline int64_t exact_integer(tensor::Element element, uint32_t bits) {
  if (element == tensor::Element::kS8) return static_cast<int8_t>(bits);
  if (element == tensor::Element::kU8) return static_cast<uint8_t>(bits);
  return static_cast<int32_t>(bits);
}

// Where an element is: in which lane, in which of its registers, there as which from the low end.
struct PlaceInWarp {
  uint32_t lane = 0, reg = 0, part = 0;
};
inline PlaceInWarp place_in_warp(const tensor::MmaShape& shape, tensor::Matrix matrix, uint32_t row,
                                 uint32_t column) {
  const uint32_t bits = tensor::bits_of(shape.element(matrix));
  const uint32_t parts = 32 / std::min(bits, 32u);
  const bool is_sum = matrix == tensor::Matrix::kC || matrix == tensor::Matrix::kD;
  const bool is_b = matrix == tensor::Matrix::kB;
  // Eight groups of four lanes; a step is what the four have side by side, then come 8 rows more.
  const uint32_t across = (is_b ? column : row) % 8, below = (is_b ? column : row) / 8;
  const uint32_t along = is_b ? row : column;
  const uint32_t wide = is_sum ? 2 : parts;  // neighbours that one lane has
  const uint32_t lane = across * 4 + along / wide % 4;
  const uint32_t step = along / (4 * wide);
  const uint32_t rows_of_eight = is_b ? 1 : shape.m / 8;
  const uint32_t value = (step * rows_of_eight + below) * wide + along % wide;
  return {lane, value / parts, value % parts};
}

// The bits of an element, where word(lane, register) is what lanes have.
using WordOfLane = std::function<uint32_t(uint32_t lane, uint32_t reg)>;
inline uint32_t element_at(const tensor::MmaShape& shape, tensor::Matrix matrix, uint32_t row,
                           uint32_t column, const WordOfLane& word) {
  const uint32_t bits = tensor::bits_of(shape.element(matrix));
  const PlaceInWarp at = place_in_warp(shape, matrix, row, column);
  const uint32_t all = word(at.lane, at.reg);
  return bits == 32 ? all : all >> (at.part * bits) & ((1u << bits) - 1);
}

// An element of D of up to 32 bits, of what lanes have.
inline uint32_t exact_product(const tensor::MmaShape& shape, uint32_t row, uint32_t column,
                              const WordOfLane& a, const WordOfLane& b, const WordOfLane& c) {
  using tensor::Matrix;
  std::vector<uint32_t> row_of_a, column_of_b;
  for (uint32_t k = 0; k < shape.k; ++k) {
    row_of_a.push_back(element_at(shape, Matrix::kA, row, k, a));
    column_of_b.push_back(element_at(shape, Matrix::kB, k, column, b));
  }
  const uint32_t summand = element_at(shape, Matrix::kC, row, column, c);
  if (!tensor::is_integer(shape.d)) return exact_element(shape, row_of_a, column_of_b, summand);
  int64_t sum = exact_integer(shape.c, summand);
  for (uint32_t k = 0; k < shape.k; ++k)
    sum += exact_integer(shape.a, row_of_a[k]) * exact_integer(shape.b, column_of_b[k]);
  if (shape.saturates && sum > INT32_MAX) return INT32_MAX;
  if (shape.saturates && sum < INT32_MIN) return 0x80000000u;
  return static_cast<uint32_t>(sum);
}

}  // namespace warplens::test
