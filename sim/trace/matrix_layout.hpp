// Which lane has what of the matrices of an access whose layout is kMatrix8x8 or kMatrix8x8Turned:
// one, two or four matrices of 8 rows of 8 halves. The address of lane 8 m + k is row k of matrix
// m; each of the 32 lanes has a register of each matrix, with two of its 64 halves.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sim/trace/event.hpp"

namespace warplens::trace {

inline constexpr uint32_t kMatrixRows = 8, kMatrixRowBytes = 16, kMostMatrices = 4;

constexpr bool is_matrix(Layout layout) {
  return layout == Layout::kMatrix8x8 || layout == Layout::kMatrix8x8Turned;
}

// The lanes that give the addresses of so many matrices' rows.
constexpr uint32_t row_lanes(uint32_t matrices) {
  return matrices >= kMostMatrices ? ~0u : (1u << matrices * kMatrixRows) - 1;
}

// How many matrices the lanes that give addresses are of.
constexpr uint32_t matrix_count(uint32_t mask) {
  return (static_cast<uint32_t>(std::bit_width(mask)) + kMatrixRows - 1) / kMatrixRows;
}

// An element of a matrix.
struct MatrixPlace {
  uint32_t row = 0, column = 0;
  friend bool operator==(const MatrixPlace&, const MatrixPlace&) = default;
};

// What the low half (0) or the high one (1) of a lane's register of a matrix is. Of kMatrix8x8 two
// neighbours of row lane / 4, else of that column.
constexpr MatrixPlace matrix_place(Layout layout, uint32_t lane, uint32_t half) {
  const MatrixPlace place{lane / 4, 2 * (lane % 4) + half};
  return layout == Layout::kMatrix8x8 ? place : MatrixPlace{place.column, place.row};
}

// A half of a lane's register.
struct MatrixHalf {
  uint32_t lane = 0, half = 0;
  friend bool operator==(const MatrixHalf&, const MatrixHalf&) = default;
};

// Who has an element: the inverse of matrix_place().
constexpr MatrixHalf matrix_half(Layout layout, MatrixPlace place) {
  if (layout != Layout::kMatrix8x8) place = {place.column, place.row};
  return {4 * place.row + place.column / 2, place.column % 2};
}

// Who has, of a matrix whose rows the lanes have, what a lane gets of it where rows and columns are
// exchanged.
constexpr MatrixHalf turned_from(uint32_t lane, uint32_t half) {
  return matrix_half(Layout::kMatrix8x8, matrix_place(Layout::kMatrix8x8Turned, lane, half));
}

// What the lane's register of a matrix has, of the first and the second 8 bytes of all rows by the
// lanes that give their addresses, as an access has them in values and high_values.
inline uint32_t matrix_register(Layout layout, uint32_t matrix, uint32_t lane,
                                const std::array<uint64_t, kWarpSize>& values,
                                const std::array<uint64_t, kWarpSize>& high_values) {
  uint32_t bits = 0;
  for (uint32_t half = 0; half < 2; ++half) {
    const MatrixPlace place = matrix_place(layout, lane, half);
    const uint32_t row = matrix * kMatrixRows + place.row;
    const uint64_t four = place.column < 4 ? values[row] : high_values[row];
    bits |= static_cast<uint32_t>(four >> 16 * (place.column % 4) & 0xffff) << 16 * half;
  }
  return bits;
}

}  // namespace warplens::trace
