// The matrices of an access that moves some (ldmatrix, stmatrix, wmma): on which banks the rows are
// that lanes name, and who has which values of them, which is nearly never the same lane.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/trace/matrix_layout.hpp"

namespace warplens::scene {

struct Moment;

// A row of matrix m, of which lane 8 m + row of the warp gives the address.
struct MovedRow {
  bool is_named = false;  // a lane that takes part does
  uint32_t piece = 0;     // of 16 bytes, counted from bank 0: where it begins
  uint32_t pass = 0;      // of its matrix's wavefronts, from 0
};

struct MovedMatrix {
  std::array<MovedRow, trace::kMatrixRows> rows;
  uint32_t wavefronts = 0;
  // Rows with different words on the same banks, of the piece that has most of them; none: empty.
  std::vector<uint32_t> meeting;
};

// Of a moment's access with its passes; none where it moves no matrices. `row_bytes`: of all banks
// side by side.
std::vector<MovedMatrix> moved_matrices(const Moment& moment, uint32_t row_bytes);

// "4 wavefronts = 512 bytes, 0 bank conflicts", "16 wavefronts: 4 for 512 bytes + 12 bank
// conflicts".
std::string floor_words(const Moment& moment);

// "matrix 2: rows 0 and 4 on banks 8–11, 2 wavefronts".
std::string matrix_words(const MovedMatrix& moved, uint32_t matrix);

// "lane 13 names row 5 of matrix 1: tile[5][8], banks 20–23".
std::string named_row_words(const Moment& moment, uint32_t lane);

// "gets row 3, columns 2 and 3 of each", and the same with these values, matrix by matrix.
std::string own_elements_words(const Moment& moment, uint32_t lane);
std::string own_values_words(const Moment& moment, uint32_t lane);

// "lane 13, register 1: row 3, columns 2 and 3", and these values.
std::string register_words(const Moment& moment, uint32_t matrix, uint32_t lane);

}  // namespace warplens::scene
