// ldmatrix and stmatrix: up to four matrices of eight rows of 16 bytes. Lanes 8i to 8i + 7 give the
// addresses of matrix i's rows. Each matrix is served by itself and takes as many wavefronts as its
// busiest bank has different words; rows with one address share them, also where they are stored.
// Whether a matrix is transposed on its way makes no difference (tests/data/README.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/model/addresses.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::model {

inline constexpr uint32_t kMostMatrices = 4;  // of one instruction
inline constexpr uint32_t kMatrixRows = 8;
inline constexpr uint32_t kMatrixRowBytes = 16;

struct MatrixCost {
  std::array<uint32_t, kMostMatrices> wavefronts{};  // of each; 0: no lane gives a row of it

  // Of all: one wavefront a matrix would be without conflicts.
  SharedCost sum() const;
  friend bool operator==(const MatrixCost&, const MatrixCost&) = default;
};

// `mask`: the lanes that give a row's address, never 0: of .x1 the lowest 8, of .x2 the lowest 16.
MatrixCost matrix_cost(const Device& device, uint32_t mask, const Addresses& rows);

}  // namespace warplens::model
