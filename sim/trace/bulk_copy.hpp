// What is reported of copies in bulk besides their accesses, which name pieces of 16 bytes in place
// of lanes: who begins one, and mistakes.
#pragma once

#include <cstdint>

namespace warplens::trace {

// One lane begins a copy. The accesses of layout kBulk that follow, up to the next one, are its
// parts; there is none where nothing is copied.
struct BulkCopy {
  enum class Kind : uint8_t { kLoad, kStore, kAdd };  // into shared memory; out of it; added
  Kind kind = Kind::kLoad;
  bool is_tensor = false;
  uint32_t warp = 0;  // of its block
  uint32_t lane = 0;
  uint32_t pc = 0;        // index into code::Program::instrs
  uint32_t mbarrier = 0;  // kLoad: an offset in the block's shared memory
  uint32_t group = 0;     // of the others: of the lane's, from 1 on, that it commits next
  uint64_t bytes = 0;     // of shared memory
};

// A lane's copy that is wrong. All but kSize stop the grid.
struct BulkFault {
  // kSize: its bytes are no multiple of 16, and the rest is left out. kShared, kGlobal: an address
  // that is no multiple of what it has to be. kMap: at the address is no tensor map. kRank: it has
  // another number of dimensions. kCoordinate: the box begins at no multiple of 16 bytes of a row.
  enum class Kind : uint8_t { kSize, kShared, kGlobal, kMap, kRank, kCoordinate };
  Kind kind = Kind::kSize;
  uint32_t warp = 0;  // of its block
  uint32_t lane = 0;
  uint32_t pc = 0;  // index into code::Program::instrs
  // The bytes; the offset in shared memory; the address; the dimensions that the map has; the
  // coordinate.
  int64_t number = 0;
  uint32_t wanted = 0;         // a multiple of so many bytes, or dimensions
  uint32_t element_bytes = 0;  // kCoordinate
};

}  // namespace warplens::trace
