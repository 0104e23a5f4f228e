// Registers are taken apart into matrices, numbers into significands and exponents, once each; what
// is left for each of the up to 4,096 products is a few instructions on eight columns at a time.
#include "sim/tensor/mma_multiply.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "sim/base/warp.hpp"
#include "sim/tensor/mma_number.hpp"

namespace warplens::tensor {

namespace {

using base::kWarpSize;

constexpr uint32_t kMostRows = 16, kColumns = 8, kMostDepth = 32;

// Row by row.
template <class T>
using OfA = std::array<std::array<T, kMostDepth>, kMostRows>;
template <class T>
using OfB = std::array<std::array<T, kColumns>, kMostDepth>;
template <class T>
using OfC = std::array<std::array<T, kColumns>, kMostRows>;

// Calls visit(word, position, shift): the element at the position is in the register's word from
// bit `shift` on.
template <class Visit>
void for_each_element(const MmaShape shape, Matrix matrix, Visit visit) {
  const uint32_t registers = shape.registers(matrix), parts = shape.parts(matrix);
  for (uint32_t reg = 0; reg < registers; ++reg)
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      for (uint32_t part = 0; part < parts; ++part)
        visit(reg * kWarpSize + lane, position_of(shape, matrix, {lane, reg, part}),
              part * (32 / parts));
}

template <class Rows>
void take_apart(const MmaShape& shape, Matrix matrix, const uint32_t* words, Rows& rows) {
  const uint32_t mask = ~0u >> (32 - bits_of(shape.element(matrix)));
  for_each_element(shape, matrix, [&](uint32_t word, const Position& at, uint32_t shift) {
    rows[at.row][at.column] = words[word] >> shift & mask;
  });
}

void put_together(const MmaShape& shape, const OfC<uint32_t>& rows, uint32_t* words) {
  for_each_element(shape, Matrix::kD, [&](uint32_t word, const Position& at, uint32_t shift) {
    const uint32_t bits = rows[at.row][at.column];
    words[word] = shift == 0 ? bits : words[word] | bits << shift;
  });
}

// ---------------------------------------------------------------------------------- real numbers

template <class Rows>
bool are_finite(const Format format, const Rows& bits, uint32_t rows, uint32_t columns) {
  uint32_t special = 0;
  for (uint32_t row = 0; row < rows; ++row)
    for (uint32_t column = 0; column < columns; ++column)
      special |= is_finite(format, bits[row][column]) ? 0 : 1;
  return special == 0;
}

template <class Bits, class Significands, class Exponents>
void scale(const Format format, const Bits& bits, uint32_t rows, uint32_t columns,
           Significands& significands, Exponents& exponents) {
  const size_t last_row = std::min<size_t>(rows, bits.size());
  const size_t last_column = std::min<size_t>(columns, bits[0].size());
  for (size_t row = 0; row < last_row; ++row) {
    for (size_t column = 0; column < last_column; ++column) {
      const Scaled number = scaled(format, bits[row][column]);
      significands[row][column] = number.significand;
      exponents[row][column] = number.exponent;
    }
  }
}

class RealProduct {
 public:
  RealProduct(const MmaShape& shape, const uint32_t* a, const uint32_t* b, const uint32_t* c)
      : shape_(shape), format_(format_of(shape.a)), format_of_c_(format_of(shape.c)) {
    take_apart(shape, Matrix::kA, a, a_);
    take_apart(shape, Matrix::kB, b, b_);
    take_apart(shape, Matrix::kC, c, c_);
    scale(format_, a_, shape.m, shape.k, significands_a_, exponents_a_);
    scale(format_, b_, shape.k, shape.n, significands_b_, exponents_b_);
    scale(format_of_c_, c_, shape.m, shape.n, significands_c_, exponents_c_);
    all_finite_ = are_finite(format_, a_, shape.m, shape.k) &&
                  are_finite(format_, b_, shape.k, shape.n) &&
                  are_finite(format_of_c_, c_, shape.m, shape.n);
  }

  void write(uint32_t* d) {
    OfC<uint32_t> result;
    for (uint32_t row = 0; row < shape_.m; ++row) {
      add_row(row, result[row]);
      for (uint32_t column = 0; column < kColumns && !all_finite_; ++column)
        put_special(row, column, result[row][column]);
    }
    put_together(shape_, result, d);
  }

 private:
  void add_row(uint32_t row, std::array<uint32_t, kColumns>& result) const {
    std::array<int32_t, kColumns> greatest;
    for (uint32_t column = 0; column < kColumns; ++column)
      greatest[column] = std::max(exponents_c_[row][column], kLeastExponent);
    for (uint32_t k = 0; k < shape_.k; ++k) {
      const int32_t exponent = exponents_a_[row][k];
      for (uint32_t column = 0; column < kColumns; ++column)
        greatest[column] = std::max(greatest[column], exponent + exponents_b_[k][column]);
    }
    std::array<int32_t, kColumns> totals{};
    for (uint32_t k = 0; k < shape_.k; ++k) {
      const float significand = significands_a_[row][k];
      const int32_t exponent = exponents_a_[row][k];
      for (uint32_t column = 0; column < kColumns; ++column)
        totals[column] += cut_product(significand * significands_b_[k][column],
                                      exponent + exponents_b_[k][column], greatest[column]);
    }
    for (uint32_t column = 0; column < kColumns; ++column) {
      const Scaled summand{significands_c_[row][column], exponents_c_[row][column]};
      const int64_t total = totals[column] + cut_summand(summand, greatest[column]);
      result[column] = rounded(shape_.d, total, greatest[column]);
    }
  }

  // Of an element that an infinity or a NaN is in.
  void put_special(uint32_t row, uint32_t column, uint32_t& result) const {
    bool is_special = !is_finite(format_of_c_, c_[row][column]);
    for (uint32_t k = 0; k < shape_.k; ++k)
      is_special =
          is_special || !is_finite(format_, a_[row][k]) || !is_finite(format_, b_[k][column]);
    if (!is_special) return;
    double total = real_of(shape_.c, c_[row][column]);
    for (uint32_t k = 0; k < shape_.k; ++k)
      total += real_of(shape_.a, a_[row][k]) * real_of(shape_.b, b_[k][column]);
    result = special(shape_.d, total);
  }

  const MmaShape& shape_;
  const Format format_, format_of_c_;
  OfA<uint32_t> a_;
  OfB<uint32_t> b_;
  OfC<uint32_t> c_;
  OfA<float> significands_a_;
  OfB<float> significands_b_;
  OfA<int32_t> exponents_a_;
  OfB<int32_t> exponents_b_;
  OfC<float> significands_c_;
  OfC<int32_t> exponents_c_;
  bool all_finite_ = true;
};

// -------------------------------------------------------------------------------------- integers

int32_t integer_of(Element element, uint32_t bits) {
  return element == Element::kS8 ? static_cast<int8_t>(bits) : static_cast<int32_t>(bits);
}

void multiply_integers(const MmaShape& shape, const uint32_t* a, const uint32_t* b,
                       const uint32_t* c, uint32_t* d) {
  OfA<uint32_t> bits_of_a;
  OfB<uint32_t> bits_of_b;
  OfC<uint32_t> rows;
  take_apart(shape, Matrix::kA, a, bits_of_a);
  take_apart(shape, Matrix::kB, b, bits_of_b);
  take_apart(shape, Matrix::kC, c, rows);
  OfB<int16_t> integers_of_b;
  for (uint32_t k = 0; k < shape.k; ++k)
    for (uint32_t column = 0; column < kColumns; ++column)
      integers_of_b[k][column] = static_cast<int16_t>(integer_of(shape.b, bits_of_b[k][column]));
  for (uint32_t row = 0; row < shape.m; ++row) {
    std::array<int32_t, kColumns> totals{};  // 32 products of bytes are far from its limits
    for (uint32_t k = 0; k < shape.k; ++k) {
      const auto factor = static_cast<int16_t>(integer_of(shape.a, bits_of_a[row][k]));
      for (uint32_t column = 0; column < kColumns; ++column)
        totals[column] += factor * integers_of_b[k][column];
    }
    for (uint32_t column = 0; column < kColumns; ++column) {
      int64_t sum = int64_t{static_cast<int32_t>(rows[row][column])} + totals[column];
      if (shape.saturates)
        sum = std::clamp<int64_t>(sum, std::numeric_limits<int32_t>::min(),
                                  std::numeric_limits<int32_t>::max());
      rows[row][column] = static_cast<uint32_t>(sum);
    }
  }
  put_together(shape, rows, d);
}

// ------------------------------------------------------------------------------------------- f64

template <class Rows>
void take_doubles_apart(const MmaShape& shape, Matrix matrix, const uint32_t* words, Rows& rows) {
  for_each_element(shape, matrix, [&](uint32_t word, const Position& at, uint32_t) {
    rows[at.row][at.column] =
        std::bit_cast<double>(words[2 * word] | uint64_t{words[2 * word + 1]} << 32);
  });
}

void multiply_doubles(const MmaShape& shape, const uint32_t* a, const uint32_t* b,
                      const uint32_t* c, uint32_t* d) {
  OfA<double> rows_of_a;
  OfB<double> rows_of_b;
  OfC<double> rows;
  take_doubles_apart(shape, Matrix::kA, a, rows_of_a);
  take_doubles_apart(shape, Matrix::kB, b, rows_of_b);
  take_doubles_apart(shape, Matrix::kC, c, rows);
  for (uint32_t row = 0; row < shape.m; ++row)
    for (uint32_t k = 0; k < shape.k; ++k)
      for (uint32_t column = 0; column < kColumns; ++column)
        rows[row][column] = std::fma(rows_of_a[row][k], rows_of_b[k][column], rows[row][column]);
  for_each_element(shape, Matrix::kD, [&](uint32_t word, const Position& at, uint32_t) {
    const auto bits = std::bit_cast<uint64_t>(rows[at.row][at.column]);
    d[2 * word] = static_cast<uint32_t>(bits);
    d[2 * word + 1] = static_cast<uint32_t>(bits >> 32);
  });
}

}  // namespace

void multiply(const MmaShape& shape, const uint32_t* a, const uint32_t* b, const uint32_t* c,
              uint32_t* d) {
  if (is_integer(shape.d)) return multiply_integers(shape, a, b, c, d);
  if (shape.d == Element::kF64) return multiply_doubles(shape, a, b, c, d);
  RealProduct(shape, a, b, c).write(d);
}

}  // namespace warplens::tensor
