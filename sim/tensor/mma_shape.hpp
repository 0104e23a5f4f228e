// The products that tensor cores compute, one a warp instruction: D := A times B + C, with 32
// lanes' registers as matrices. Which there are is in mma_shapes.def; which element of which matrix
// a lane has in a register is here, as arithmetic on the lane's number.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warplens::tensor {

// What an element is. A tf32 is a float of which the low 13 bits do not count.
enum class Element : uint8_t { kF16, kBf16, kTf32, kF32, kF64, kS8, kU8, kS32 };

std::string_view name_of(Element element);  // as PTX writes it: "bf16"
std::optional<Element> element_from_name(std::string_view name);

constexpr uint32_t bits_of(Element element) {
  switch (element) {
    case Element::kF16:
    case Element::kBf16:
      return 16;
    case Element::kS8:
    case Element::kU8:
      return 8;
    case Element::kF64:
      return 64;
    default:
      return 32;
  }
}
constexpr uint32_t parts_of(Element element) {
  return bits_of(element) == 16 ? 2 : bits_of(element) == 8 ? 4 : 1;
}
constexpr bool is_integer(Element element) {
  return element == Element::kS8 || element == Element::kU8 || element == Element::kS32;
}

enum class Matrix : uint8_t { kA, kB, kC, kD };

// A row of mma_shapes.def.
struct MmaShape {
  std::string_view name;         // "m16n8k16"
  uint32_t m = 0, n = 0, k = 0;  // A is m x k, B is k x n, C and D are m x n
  Element d{}, a{}, b{}, c{};    // what the elements are
  uint32_t needs = 0;            // compute capability: 80 is 8.0
  bool saturates = false;        // .satfinite

  constexpr Element element(Matrix matrix) const {
    switch (matrix) {
      case Matrix::kA:
        return a;
      case Matrix::kB:
        return b;
      case Matrix::kC:
        return c;
      default:
        return d;
    }
  }
  constexpr uint32_t rows(Matrix matrix) const { return matrix == Matrix::kB ? k : m; }
  constexpr uint32_t columns(Matrix matrix) const { return matrix == Matrix::kA ? k : n; }
  // Neighbouring elements in one register of a lane. (A register of f64 has 64 bits, others 32.)
  constexpr uint32_t parts(Matrix matrix) const { return parts_of(element(matrix)); }
  // Registers of a lane that hold the matrix.
  constexpr uint32_t registers(Matrix matrix) const {
    return rows(matrix) * columns(matrix) / (32 * parts(matrix));
  }
  // [words] of a register's 32 lanes.
  constexpr uint32_t register_words() const { return d == Element::kF64 ? 64 : 32; }
  // Products and sums of real numbers that one lane's share of it is; 0 of integers.
  constexpr uint32_t flops_of_lane() const { return is_integer(d) ? 0 : 2 * m * n * k / 32; }
};

const std::vector<MmaShape>& mma_shapes();

// The number of the row, by names as PTX writes them: "m16n8k16", "f32", "f16", "f16", "f32".
std::optional<uint32_t> find_mma_shape(std::string_view name, std::string_view d,
                                       std::string_view a, std::string_view b, std::string_view c,
                                       bool saturates = false);

// An element of a matrix.
struct Position {
  uint32_t row = 0, column = 0;
  friend constexpr bool operator==(const Position&, const Position&) = default;
};
// Where a lane has it: in its register of that number, from the lowest bits on.
struct Holder {
  uint32_t lane = 0, reg = 0, part = 0;
  friend constexpr bool operator==(const Holder&, const Holder&) = default;
};

// Four lanes share a row of A, C and D, and a column of B. Source: PTX ISA 8.5, "Matrix fragments
// for mma"; each was checked on an H100.
constexpr Position position_of(const MmaShape& shape, Matrix matrix, const Holder& holder) {
  const uint32_t group = holder.lane / 4, in_group = holder.lane % 4;
  const uint32_t parts = shape.parts(matrix);
  if (matrix == Matrix::kC || matrix == Matrix::kD) {  // pairs of a row, then 8 rows below
    const uint32_t value = holder.reg * parts + holder.part;
    return {group + 8 * (value / 2), 2 * in_group + value % 2};
  }
  const uint32_t along = parts * in_group + holder.part;  // in a step of four lanes along k
  const uint32_t step = 4 * parts;
  if (matrix == Matrix::kB) return {along + step * holder.reg, group};
  // Registers take turns: 8 rows, then the 8 rows below.
  if (shape.m == 8) return {group, along + step * holder.reg};
  return {group + 8 * (holder.reg % 2), along + step * (holder.reg / 2)};
}

// The other way round.
constexpr Holder holder_of(const MmaShape& shape, Matrix matrix, const Position& position) {
  const uint32_t parts = shape.parts(matrix);
  if (matrix == Matrix::kC || matrix == Matrix::kD) {
    const uint32_t value = 2 * (position.row / 8) + position.column % 2;
    return {4 * (position.row % 8) + position.column / 2, value / parts, value % parts};
  }
  const bool is_b = matrix == Matrix::kB;
  const uint32_t along = is_b ? position.row : position.column;
  const uint32_t across = is_b ? position.column : position.row;
  const uint32_t step = 4 * parts;
  const uint32_t halves = is_b ? 1 : shape.m / 8;
  return {4 * (across % 8) + along % step / parts, across / 8 + halves * (along / step),
          along % parts};
}

}  // namespace warplens::tensor
