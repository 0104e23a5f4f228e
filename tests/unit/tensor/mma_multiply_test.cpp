#include "sim/tensor/mma_multiply.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "sim/base/half.hpp"
#include "sim/tensor/mma_sum.hpp"
#include "tests/support/exact_mma.hpp"

using namespace warplens;
using namespace warplens::tensor;

namespace {

const MmaShape& shape_of(std::string_view name, std::string_view d, std::string_view a,
                         bool saturates = false) {
  const std::string_view c = d;
  const auto found = find_mma_shape(name, d, a, a, c, saturates);
  REQUIRE(found);
  return mma_shapes()[*found];
}

uint32_t bits_of_value(Element element, double value) {
  switch (element) {
    case Element::kF16:
      return base::half_from_double(value);
    case Element::kBf16:
      return base::bfloat_from_double(value);
    case Element::kTf32:
    case Element::kF32:
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    default:
      return static_cast<uint32_t>(static_cast<int32_t>(value));
  }
}

// A matrix in registers, and back.
struct Registers {
  const MmaShape& shape;
  Matrix matrix;
  std::vector<uint32_t> words;

  Registers(const MmaShape& of, Matrix which)
      : shape(of), matrix(which), words(size_t{32} * of.registers(which)) {}
  void put(uint32_t row, uint32_t column, uint32_t bits) {
    const Holder holder = holder_of(shape, matrix, {row, column});
    words[holder.reg * 32 + holder.lane] |= (bits & (~0u >> (32 - bits_of(shape.element(matrix)))))
                                            << (holder.part * bits_of(shape.element(matrix)) % 32);
  }
  uint32_t get(uint32_t row, uint32_t column) const {
    const Holder holder = holder_of(shape, matrix, {row, column});
    const uint32_t bits = bits_of(shape.element(matrix));
    return words[holder.reg * 32 + holder.lane] >> (holder.part * bits % 32) & ~0u >> (32 - bits);
  }
  double real(uint32_t row, uint32_t column) const {
    return test::exact_value(shape.element(matrix), get(row, column));
  }
};

// D's first element, where A's first row is `a`, B's first column is `b` and the rest is 0.
uint32_t first_element(const MmaShape& shape, const std::vector<double>& a,
                       const std::vector<double>& b, double c) {
  Registers in_a(shape, Matrix::kA), in_b(shape, Matrix::kB), in_c(shape, Matrix::kC),
      in_d(shape, Matrix::kD);
  for (uint32_t k = 0; k < a.size(); ++k) {
    in_a.put(0, k, bits_of_value(shape.a, a[k]));
    in_b.put(k, 0, bits_of_value(shape.b, b[k]));
  }
  in_c.put(0, 0, bits_of_value(shape.c, c));
  multiply(shape, in_a.words.data(), in_b.words.data(), in_c.words.data(), in_d.words.data());
  return in_d.get(0, 0);
}

double first_real(const MmaShape& shape, const std::vector<double>& a, const std::vector<double>& b,
                  double c) {
  return test::exact_value(shape.d, first_element(shape, a, b, c));
}

std::vector<double> times(size_t count, double value) {
  return std::vector<double>(count, value);
}

// Products by `shape` of matrices that are longer than it, tile by tile; what is summed is D with
// the weight of its place, as the measured programs print it.
double weighted_sum(const MmaShape& shape, uint32_t m, uint32_t n, uint32_t k,
                    const std::function<double(uint32_t, uint32_t)>& a,
                    const std::function<double(uint32_t, uint32_t)>& b,
                    const std::function<double(uint32_t, uint32_t)>& weight) {
  double sum = 0;
  for (uint32_t row = 0; row < m; row += shape.m) {
    for (uint32_t column = 0; column < n; column += shape.n) {
      Registers accumulator(shape, Matrix::kC);
      for (uint32_t first = 0; first < k; first += shape.k) {
        Registers in_a(shape, Matrix::kA), in_b(shape, Matrix::kB);
        for (uint32_t i = 0; i < shape.m; ++i)
          for (uint32_t l = 0; l < shape.k; ++l)
            in_a.put(i, l, bits_of_value(shape.a, a(row + i, first + l)));
        for (uint32_t l = 0; l < shape.k; ++l)
          for (uint32_t j = 0; j < shape.n; ++j)
            in_b.put(l, j, bits_of_value(shape.b, b(first + l, column + j)));
        multiply(shape, in_a.words.data(), in_b.words.data(), accumulator.words.data(),
                 accumulator.words.data());
      }
      for (uint32_t i = 0; i < shape.m; ++i) {
        for (uint32_t j = 0; j < shape.n; ++j) {
          const double value = is_integer(shape.d) ? static_cast<int32_t>(accumulator.get(i, j))
                                                   : accumulator.real(i, j);
          sum += value * weight(row + i, column + j);
        }
      }
    }
  }
  return sum;
}

// Numbers of all sizes that the element has; of integers any.
uint32_t random_bits(Element element, std::mt19937& random, int spread) {
  if (is_integer(element)) return static_cast<uint32_t>(random());
  const double significand = std::uniform_real_distribution<double>(1, 2)(random);
  const int exponent = static_cast<int>(random() % static_cast<uint32_t>(2 * spread + 1)) - spread;
  const double value = std::ldexp(random() % 2 == 0 ? significand : -significand, exponent);
  return random() % 16 == 0 ? 0 : bits_of_value(element, value);
}

Registers random_registers(const MmaShape& shape, Matrix matrix, std::mt19937& random, int spread) {
  Registers registers(shape, matrix);
  for (uint32_t row = 0; row < shape.rows(matrix); ++row)
    for (uint32_t column = 0; column < shape.columns(matrix); ++column)
      registers.put(row, column, random_bits(shape.element(matrix), random, spread));
  return registers;
}

// How many elements differ from those of the other way.
size_t differences(const MmaShape& shape, std::mt19937& random, int spread) {
  const Registers a = random_registers(shape, Matrix::kA, random, spread);
  const Registers b = random_registers(shape, Matrix::kB, random, spread);
  const Registers c = random_registers(shape, Matrix::kC, random, spread);
  Registers d(shape, Matrix::kD);
  multiply(shape, a.words.data(), b.words.data(), c.words.data(), d.words.data());
  const auto word_of = [](const Registers& registers) {
    return [&registers](uint32_t lane, uint32_t reg) { return registers.words[reg * 32 + lane]; };
  };
  size_t differing = 0;
  for (uint32_t row = 0; row < shape.m; ++row) {
    for (uint32_t column = 0; column < shape.n; ++column) {
      const uint32_t expected =
          test::exact_product(shape, row, column, word_of(a), word_of(b), word_of(c));
      differing += d.get(row, column) == expected ? 0 : 1;
    }
  }
  return differing;
}

}  // namespace

// By hand, from the rule: 2^(E - 25) is the unit below which everything is cut.
TEST_CASE("mma: small products survive where floats would round each away") {
  const MmaShape& shape = shape_of("m16n8k16", "f32", "f16");
  CHECK(first_real(shape, times(16, 1), times(16, 1), 0) == 16);
  CHECK(first_real(shape, times(16, 1), times(16, 2), 0.5) == 32.5);
  // c = 1: E = 0. Sixteen times 2^-25, each a unit.
  CHECK(first_real(shape, times(16, 0x1p-14), times(16, 0x1p-11), 1) == 1 + 0x1p-21);
  CHECK(first_real(shape, times(16, 0x1p-14), times(16, -0x1p-11), 1) == 1 - 0x1p-21);
  // Sixteen times 2^-26: nothing is left of any of them.
  CHECK(first_real(shape, times(16, 0x1p-14), times(16, 0x1p-12), 1) == 1);
  // Of 1.75 * 2^-25 one unit is left, of either sign.
  CHECK(first_real(shape, times(16, 0x1.cp-14), times(16, 0x1p-11), 1) == 1 + 0x1p-21);
  CHECK(first_real(shape, times(16, 0x1.cp-14), times(16, -0x1p-11), 1) == 1 - 0x1p-21);
}

TEST_CASE("mma: the whole k of the instruction is one sum, and a float result is cut") {
  const MmaShape& shape = shape_of("m16n8k16", "f32", "f16");
  // 1 + 2^-23 and three quarters of the last place: cut, not rounded up; and so below 0.
  CHECK(first_real(shape, {0x1.8p-12}, {0x1p-12}, 1 + 0x1p-23) == 1 + 0x1p-23);
  CHECK(first_real(shape, {0x1.8p-12}, {-0x1p-12}, -1 - 0x1p-23) == -1 - 0x1p-23);
  // What cancels leaves what was not cut: 2^11 - 2^11 + 2^-14, E = 11.
  std::vector<double> a{0x1p6, 0x1p6, 0x1p-7}, b{0x1p5, -0x1p5, 0x1p-7};
  CHECK(first_real(shape, a, b, 0) == 0x1p-14);
  // With one factor twice as large the unit is 2^-13.
  a[0] = a[1] = 0x1p7;
  CHECK(first_real(shape, a, b, 0) == 0);
  // The exponent of 1.5 * 1.5 = 2.25 is 0 + 0: 2^-25 is a unit.
  CHECK(first_real(shape, {1.5, 1.5, 0x1p-13}, {1.5, -1.5, 0x1p-12}, 0) == 0x1p-25);
}

TEST_CASE("mma: a half result rounds to the nearest, even") {
  const MmaShape& shape = shape_of("m16n8k16", "f16", "f16");
  CHECK(first_real(shape, {0x1p-6}, {0x1p-5}, 1) == 1);
  CHECK(first_real(shape, {0x1p-6, 0x1p-10}, {0x1p-5, 0x1p-10}, 1) == 1 + 0x1p-10);
  CHECK(first_real(shape, {0x1p-6}, {0x1p-5}, 1 + 0x1p-10) == 1 + 0x1p-9);
  CHECK(first_element(shape, {0x1p10}, {0x1p10}, 0) == 0x7c00);
  CHECK(first_element(shape, {0x1p10}, {-0x1p10}, 0) == 0xfc00);
}

TEST_CASE("mma: tf32 takes the upper 19 bits of a float") {
  const MmaShape& shape = shape_of("m16n8k8", "f32", "tf32");
  CHECK(first_real(shape, {1 + 0x1p-10}, {1}, 0) == 1 + 0x1p-10);
  CHECK(first_real(shape, {1 + 0x1p-10 + 0x1p-11}, {1}, 0) == 1 + 0x1p-10);
  CHECK(first_real(shape, {3}, {-(1 + 0x1p-11)}, 0) == -3);
}

TEST_CASE("mma: a zero's factor does not count") {
  const MmaShape& shape = shape_of("m16n8k16", "f32", "f16");
  // 0 * 2^15 would cut 2^-14 * 2^-13 if the zero had the smallest exponent.
  CHECK(first_real(shape, {0, 0x1p-14}, {0x1p15, 0x1p-13}, 0) == 0x1p-27);
  CHECK(first_element(shape, {0}, {5}, 0) == 0);
}

TEST_CASE("mma: subnormals count, with the smallest exponent") {
  const MmaShape& half = shape_of("m16n8k16", "f32", "f16");
  CHECK(first_real(half, {0x1p-24}, {1}, 0) == 0x1p-24);
  CHECK(first_real(half, {0x1p-24}, {0x1p-24}, 0) == 0x1p-48);
  const MmaShape& packed = shape_of("m16n8k16", "f16", "f16");
  CHECK(first_real(packed, {0x1p-12}, {0x1p-12}, 0) == 0x1p-24);
  const MmaShape& wide = shape_of("m16n8k16", "f32", "bf16");
  CHECK(first_real(wide, {0x1p-70}, {0x1p-70}, 0) == 0x1p-140);
  CHECK(first_real(wide, {0x1p-100}, {0x1p-100}, 0) == 0);
}

TEST_CASE("mma: infinities and NaN, in their rows and columns alone") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::string_view type : {"f16", "bf16"}) {
    const MmaShape& shape = shape_of("m16n8k16", "f32", type);
    CHECK(first_real(shape, {kInfinity}, {1}, 5) == kInfinity);
    CHECK(first_real(shape, {kInfinity}, {-1}, 5) == -kInfinity);
    CHECK(first_element(shape, {kInfinity}, {0}, 5) == 0x7fffffff);
    CHECK(first_element(shape, {kInfinity, kInfinity}, {1, -1}, 5) == 0x7fffffff);
    CHECK(first_element(shape, {1}, {1}, nan) == 0x7fffffff);
    CHECK(first_element(shape, {nan}, {1}, 0) == 0x7fffffff);
  }
  CHECK(first_element(shape_of("m16n8k16", "f16", "f16"), {nan}, {1}, 0) == 0x7fff);
  CHECK(first_real(shape_of("m16n8k16", "f32", "bf16"), {0x1p100}, {0x1p100}, 0) == kInfinity);

  const MmaShape& shape = shape_of("m16n8k8", "f32", "f16");
  Registers a(shape, Matrix::kA), b(shape, Matrix::kB), c(shape, Matrix::kC), d(shape, Matrix::kD);
  for (uint32_t k = 0; k < 8; ++k) {
    for (uint32_t row = 0; row < 16; ++row) a.put(row, k, bits_of_value(Element::kF16, 1));
    for (uint32_t column = 0; column < 8; ++column)
      b.put(k, column, bits_of_value(Element::kF16, k == 2 && column == 3 ? kInfinity : 1));
  }
  multiply(shape, a.words.data(), b.words.data(), c.words.data(), d.words.data());
  for (uint32_t row = 0; row < 16; ++row)
    for (uint32_t column = 0; column < 8; ++column)
      CHECK(d.real(row, column) == (column == 3 ? kInfinity : 8));
}

TEST_CASE("mma: bytes are exact, and saturate where that is wanted") {
  const MmaShape& shape = shape_of("m16n8k32", "s32", "s8");
  CHECK(static_cast<int32_t>(first_element(shape, times(32, -128), times(32, 127), 7)) == -520185);
  CHECK(static_cast<int32_t>(first_element(shape, {2}, {3}, 2147483647)) == -2147483643);
  const MmaShape& saturating = shape_of("m16n8k32", "s32", "s8", true);
  CHECK(static_cast<int32_t>(first_element(saturating, {2}, {3}, 2147483647)) == 2147483647);
  CHECK(first_element(saturating, {2}, {-3}, -2147483648.0) == 0x80000000u);
  const MmaShape& of_unsigned = shape_of("m8n8k16", "s32", "u8");
  CHECK(first_element(of_unsigned, times(16, 255), times(16, 255), 0) == 1040400);
}

TEST_CASE("mma: f64 adds one product after the other") {
  const MmaShape& shape = shape_of("m8n8k4", "f64", "f64");
  std::array<uint32_t, 64> a{}, b{};
  std::array<uint32_t, 128> c{}, d{};
  const auto put = [](auto& words, uint32_t lane, double value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    words[2 * lane] = static_cast<uint32_t>(bits);
    words[2 * lane + 1] = static_cast<uint32_t>(bits >> 32);
  };
  const auto get = [](const auto& words, uint32_t lane) {
    return std::bit_cast<double>(words[2 * lane] | uint64_t{words[2 * lane + 1]} << 32);
  };
  // Row 0 of A is in lanes 0 to 3, column 0 of B as well: 0.5 + 2^53 + 1 - 2^53 + 1, from the left.
  const double row[] = {0x1p53, 1, 0x1p53, 1}, column[] = {1, 1, -1, 1};
  for (uint32_t k = 0; k < 4; ++k) {
    put(a, k, row[k]);
    put(b, k, column[k]);
  }
  put(c, 0, 0.5);
  put(a, 4, 3);  // row 1, k 0
  multiply(shape, a.data(), b.data(), c.data(), d.data());
  CHECK(get(d, 0) == 1);
  CHECK(get(d, 4) == 3);   // row 1, column 0
  CHECK(get(d, 32) == 0);  // row 0, column 1
}

// The numbers at the right are what an H100 printed for these matrices, with the products made by
// mma.sync and, the last two, by wmma.
TEST_CASE("mma: tile products that were run on a GPU") {
  const auto whole = [](uint32_t value) { return static_cast<double>(value); };
  CHECK(weighted_sum(
            shape_of("m16n8k16", "f32", "f16"), 128, 128, 128,
            [&](uint32_t i, uint32_t k) { return whole(((i * 128 + k) * 7 + i) % 11) - 5; },
            [&](uint32_t k, uint32_t j) { return whole(((k * 128 + j) * 5 + k) % 9) - 4; },
            [&](uint32_t i, uint32_t j) { return whole((i * 3 + j) % 7); }) == 196.0);
  CHECK(weighted_sum(
            shape_of("m16n8k8", "f32", "tf32"), 64, 64, 32,
            [&](uint32_t i, uint32_t k) { return whole((i * 32 + k) * 3 % 23) - 11; },
            [&](uint32_t k, uint32_t j) { return (whole((k * 64 + j) * 7 % 29) - 14) * 0.5; },
            [&](uint32_t, uint32_t j) { return whole(1 + j % 3); }) == -634.5);
  CHECK(weighted_sum(
            shape_of("m16n8k16", "f32", "f16"), 64, 64, 64,
            [&](uint32_t i, uint32_t k) { return whole((i * 64 + k) * 3 % 13) - 6; },
            [&](uint32_t k, uint32_t j) { return whole((k * 64 + j) * 5 % 7) - 3; },
            [&](uint32_t i, uint32_t j) { return 2 * whole(1 + (i + j) % 5); }) == 568.0);
  CHECK(weighted_sum(
            shape_of("m16n8k16", "s32", "s8"), 16, 32, 64,
            [&](uint32_t i, uint32_t k) { return whole((i * 64 + k) * 31 % 251) - 125; },
            [&](uint32_t k, uint32_t j) { return whole((j * 64 + k) * 17 % 241) - 120; },
            [&](uint32_t, uint32_t j) { return whole(1 + j % 3); }) == 115716);
}

TEST_CASE("mma: random matrices by another way, for every shape") {
  std::mt19937 random(45);
  for (const MmaShape& shape : mma_shapes()) {
    if (shape.d == Element::kF64) continue;
    CAPTURE(shape.name);
    CAPTURE(name_of(shape.a));
    CAPTURE(name_of(shape.d));
    for (const int spread : {0, 4, 14, 20, 60, 140}) CHECK(differences(shape, random, spread) == 0);
  }
}

TEST_CASE("mma sum: unfolded, it names the bits that each product lost") {
  const MmaShape& shape = shape_of("m16n8k16", "f32", "f16");
  const auto half = [](double value) { return bits_of_value(Element::kF16, value); };
  const std::vector<uint32_t> a{half(2), half(0x1.cp-14), half(-0x1.cp-14), half(0)};
  const std::vector<uint32_t> b{half(1), half(0x1p-10), half(0x1p-9), half(7)};
  const UnfoldedSum sum = unfold_sum(shape, a, b, bits_of_value(Element::kF32, 1 + 0x1p-23));
  CHECK(sum.exponent == 1);
  CHECK(sum.unit == 0x1p-24);
  REQUIRE(sum.products.size() == 4);
  CHECK(sum.products[0].lost() == 0);
  CHECK(sum.products[0].exponent == 1);
  CHECK(sum.products[1].value == 0x1.cp-24);
  CHECK(sum.products[1].kept == 0x1p-24);
  CHECK(sum.products[1].lost() == 0x1.8p-25);
  CHECK(sum.products[2].kept == -0x1.8p-23);
  CHECK(sum.products[2].lost() == -0x1p-25);
  CHECK(sum.products[3].kept == 0);
  CHECK(sum.c.lost() == 0);
  CHECK(sum.total == 3 + 0x1p-23 + 0x1p-24 - 0x1.8p-23);
  CHECK(std::bit_cast<float>(sum.result) == 3);
  CHECK(sum.is_finite);
}

TEST_CASE("mma sum: unfolded, it ends in the bits of the whole product") {
  std::mt19937 random(7);
  for (const MmaShape& shape : mma_shapes()) {
    if (is_integer(shape.d) || shape.d == Element::kF64) continue;
    const Registers a = random_registers(shape, Matrix::kA, random, 14);
    const Registers b = random_registers(shape, Matrix::kB, random, 14);
    Registers c = random_registers(shape, Matrix::kC, random, 14), d(shape, Matrix::kD);
    c.put(3, 3, bits_of_value(shape.c, std::numeric_limits<double>::infinity()));
    multiply(shape, a.words.data(), b.words.data(), c.words.data(), d.words.data());
    for (uint32_t row = 0; row < shape.m; ++row) {
      for (uint32_t column = 0; column < shape.n; ++column) {
        std::vector<uint32_t> in_row, in_column;
        for (uint32_t k = 0; k < shape.k; ++k) {
          in_row.push_back(a.get(row, k));
          in_column.push_back(b.get(k, column));
        }
        const UnfoldedSum sum = unfold_sum(shape, in_row, in_column, c.get(row, column));
        CHECK(sum.result == d.get(row, column));
        double total = sum.c.kept;
        for (const SumTerm& product : sum.products) total += product.kept;
        if (sum.is_finite) CHECK(total == sum.total);
        CHECK(sum.is_finite == !(row == 3 && column == 3));
      }
    }
  }
}
