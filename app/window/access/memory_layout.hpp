// Shared memory by address: which rows of words are shown, and how high.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// Rows are of as many words as there are banks.
struct MemoryRows {
  uint64_t first = 0, count = 0;
  float height = 0;  // of a row [pixels]
};
// All rows of shared memory where they can be read; else those of the accessed array; else as many
// as can be distinguished, from a place that holds what the access touches.
struct MemoryExtent {
  uint64_t rows = 0;                        // of all shared memory
  uint64_t array_first = 0, array_end = 0;  // rows of the accessed array
  uint64_t touched_first = 0, touched_end = 0;
};
MemoryRows choose_rows(const MemoryExtent& extent, float room, float tallest, float lowest);

}  // namespace warplens::views
