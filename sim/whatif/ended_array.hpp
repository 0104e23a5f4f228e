// An array as two runs leave it, element beside element.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/whatif/schedules.hpp"

namespace warplens::whatif {

// A part of an array as a matrix: its last extent is a row, or where it has only one, 32 elements.
struct EndedArray {
  std::string array;
  base::Scalar element = base::Scalar::kFloat;  // as ArrayDifference::element
  uint64_t first_row = 0, first_column = 0;
  uint64_t rows = 0, columns = 0;
  bool is_all = false;                    // the part is the whole array
  std::vector<uint64_t> expected, found;  // bits, row after row; a short last row has fewer
};

// At most 16 rows of 32 elements, with the first element that differs; none where a run's contents
// have been dropped.
std::optional<EndedArray> ended_array(const run::Run& expected, const run::Run& found,
                                      const ArrayDifference& difference);

}  // namespace warplens::whatif
