#include "sim/machine/bulk_pieces.hpp"

#include <algorithm>

#include "sim/base/warp.hpp"

namespace warplens::machine {

namespace {

constexpr uint32_t kCutBytes = 128;

}  // namespace

BulkPieces::BulkPieces(uint32_t shared, uint64_t global, uint64_t bytes)
    : shared_(shared), per_row_(bytes / kPieceBytes), global_(global) {}

BulkPieces::BulkPieces(uint32_t shared, const base::TensorMap& map,
                       const std::array<int32_t, base::TensorMap::kMostRank>& at)
    : shared_(shared), is_box_(true), global_(map.address), map_(map), at_(at) {
  const uint32_t bytes = map.box[0] * base::bytes_of(map.type);
  per_row_ = bytes / kPieceBytes;
  pitch_ = std::max(bytes, base::span_of(map.swizzle));
  extents_.fill(1);
  for (uint32_t i = 1; i < map.rank; ++i) {
    extents_[i] = (map.box[i] + map.steps[i] - 1) / map.steps[i];
    rows_ *= extents_[i];
  }
}

BulkPiece BulkPieces::at(uint64_t index) const {
  const uint64_t row = index / per_row_, in_row = index % per_row_ * kPieceBytes;
  const auto linear = static_cast<uint32_t>(shared_ + row * pitch_ + in_row);
  BulkPiece piece;
  piece.begins_cut = in_row == 0 || linear % kCutBytes < kPieceBytes;
  if (!is_box_) {
    piece.shared = linear;
    piece.global = global_ + in_row;
    piece.inside = kPieceBytes;
    return piece;
  }
  piece.shared = base::swizzled(map_.swizzle, linear);
  const uint32_t element = base::bytes_of(map_.type);
  const int64_t x = int64_t{at_[0]} * element + static_cast<int64_t>(in_row);  // [bytes] in the row
  const auto row_bytes = static_cast<int64_t>(map_.sizes[0] * element);
  bool is_inside = x >= 0 && x < row_bytes;
  piece.global = global_ + static_cast<uint64_t>(x);
  uint64_t rest = row;
  for (uint32_t i = 1; i < map_.rank; ++i) {
    const int64_t coordinate =
        int64_t{at_[i]} + static_cast<int64_t>(rest % extents_[i] * map_.steps[i]);
    rest /= extents_[i];
    is_inside = is_inside && coordinate >= 0 && static_cast<uint64_t>(coordinate) < map_.sizes[i];
    piece.global += static_cast<uint64_t>(coordinate) * map_.strides[i - 1];
  }
  if (is_inside)
    piece.inside = static_cast<uint32_t>(std::min<int64_t>(row_bytes - x, kPieceBytes));
  return piece;
}

uint32_t BulkPieces::next(uint64_t first) const {
  const uint64_t left = count() - first;
  if (left <= base::kWarpSize) return static_cast<uint32_t>(left);
  uint32_t end = base::kWarpSize;
  while (!at(first + end).begins_cut) --end;
  return end;
}

}  // namespace warplens::machine
