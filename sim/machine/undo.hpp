// Stores to memory that can be taken back or made again.
#pragma once

#include <cstdint>

namespace warplens::machine {

// Up to 8 bytes stored to global memory, so that a block can be taken back.
struct UndoEntry {
  uint64_t address = 0;
  uint64_t old_bits = 0;
  uint8_t bytes = 0;
};

// A store of another block to global memory while the watched one runs: before the watched block's
// access `step`.
struct ForeignStore {
  uint32_t step = 0;
  UndoEntry change;  // with the new bits
};

}  // namespace warplens::machine
