// cp.async.bulk and tensor copies (TMA): a box row, or the whole of a copy without a box, is cut
// where its address in shared memory crosses a multiple of 128; each cut takes the 32-byte sectors
// that its other side in global memory touches (tests/data/README.md). Neither a wavefront nor a
// conflict is counted for them, and a swizzle changes no count.
#pragma once

#include <cstdint>

#include "sim/model/addresses.hpp"

namespace warplens::model {

inline constexpr uint32_t kBulkPieceBytes = 16;
inline constexpr uint32_t kBulkCutBytes = 128;  // of shared memory

struct BulkCost {
  uint64_t words = 0;    // of 32 bits, written into shared memory, or read from it
  uint64_t sectors = 0;  // of global memory
  BulkCost& operator+=(const BulkCost& other);
  friend bool operator==(const BulkCost&, const BulkCost&) = default;
};

enum class BulkDirection : uint8_t { kIntoShared, kFromShared };

// Up to 32 pieces of 16 bytes in the copy's order, bit or element i for piece i.
struct BulkPieces {
  BulkDirection direction = BulkDirection::kIntoShared;
  uint32_t mask = 0;    // pieces that there are
  uint32_t begins = 0;  // those with which a cut begins; the first always does
  // Those inside the tensor. A cut without any: what is loaded is zeros, which count as if they
  // were read from aligned bytes; stored is nothing.
  uint32_t inside = 0;
};

// `global`: each piece's address in global memory [bytes].
BulkCost bulk_cost(const BulkPieces& pieces, const Addresses& global);

}  // namespace warplens::model
