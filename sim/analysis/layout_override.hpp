// An array laid out otherwise: where its bytes would be.
#pragma once

#include <cstdint>

namespace warplens::analysis {

// Rows that are longer than the text has them. Addresses in front of the array stay; those behind
// it move with its end.
struct RowPadding {
  uint64_t begin = 0;  // of the array [bytes]
  uint64_t bytes = 0;
  uint64_t row_bytes = 1;
  uint64_t pad_bytes = 0;  // behind each row

  uint64_t moved(uint64_t address) const {
    if (address < begin) return address;
    const uint64_t offset = address - begin;
    const uint64_t rows = (offset < bytes ? offset : bytes) / row_bytes;
    return address + rows * pad_bytes;
  }
};

}  // namespace warplens::analysis
