// The pieces of 16 bytes that a copy in bulk moves: of consecutive bytes, or of a tensor's box,
// whose rows follow each other in shared memory.
#pragma once

#include <array>
#include <cstdint>

#include "sim/base/tensor_map.hpp"

namespace warplens::machine {

inline constexpr uint32_t kPieceBytes = 16;

struct BulkPiece {
  uint32_t shared = 0;      // an offset in the block's shared memory
  uint64_t global = 0;      // an address; of a piece outside of the tensor, of nothing
  uint32_t inside = 0;      // the first so many of its bytes are in the tensor
  bool begins_cut = false;  // sim/model/bulk_rule.hpp
};

class BulkPieces {
 public:
  BulkPieces() = default;  // none
  BulkPieces(uint32_t shared, uint64_t global, uint64_t bytes);
  // The box that begins at these coordinates, the innermost first: as many as the map has
  // dimensions.
  BulkPieces(uint32_t shared, const base::TensorMap& map,
             const std::array<int32_t, base::TensorMap::kMostRank>& at);

  uint64_t count() const { return rows_ * per_row_; }
  BulkPiece at(uint64_t index) const;
  // Of those from `first` on, how many come next: up to 32, and none of a cut without the rest.
  uint32_t next(uint64_t first) const;

 private:
  uint32_t shared_ = 0;
  uint64_t rows_ = 1, per_row_ = 0;
  uint32_t pitch_ = 0;  // [bytes] between rows, in shared memory
  bool is_box_ = false;
  uint64_t global_ = 0;
  base::TensorMap map_;
  std::array<int32_t, base::TensorMap::kMostRank> at_{};
  std::array<uint64_t, base::TensorMap::kMostRank> extents_{};  // of the box, with its steps
};

}  // namespace warplens::machine
