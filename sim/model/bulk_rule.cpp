#include "sim/model/bulk_rule.hpp"

#include <bit>

#include "sim/model/coalescing.hpp"

namespace warplens::model {
namespace {

constexpr uint32_t kWordsOfPiece = kBulkPieceBytes / 4;

// The sectors of pieces in ascending order of their addresses.
uint64_t sectors_of_cut(uint32_t inside, const Addresses& global) {
  uint64_t count = 0, latest = 0;
  for (; inside != 0; inside &= inside - 1) {
    const uint64_t address = global[static_cast<uint32_t>(std::countr_zero(inside))];
    const uint64_t first = address / kSectorBytes;
    const uint64_t last = (address + kBulkPieceBytes - 1) / kSectorBytes;
    count += last - first + 1 - (count != 0 && first == latest ? 1 : 0);
    latest = last;
  }
  return count;
}

}  // namespace

BulkCost& BulkCost::operator+=(const BulkCost& other) {
  words += other.words;
  sectors += other.sectors;
  return *this;
}

BulkCost bulk_cost(const BulkPieces& pieces, const Addresses& global) {
  const bool is_load = pieces.direction == BulkDirection::kIntoShared;
  const uint32_t moved = is_load ? pieces.mask : pieces.mask & pieces.inside;
  BulkCost cost;
  cost.words = uint64_t{kWordsOfPiece} * static_cast<uint32_t>(std::popcount(moved));
  for (uint32_t rest = pieces.mask; rest != 0;) {
    const uint32_t first = rest & (0 - rest);
    const uint32_t later = rest & pieces.begins & ~first;
    // The pieces below the one with which the next cut begins.
    const uint32_t cut = later == 0 ? rest : rest & ((later & (0 - later)) - 1);
    rest &= ~cut;
    const uint32_t inside = cut & pieces.inside;
    if (inside != 0) {
      cost.sectors += sectors_of_cut(inside, global);
    } else if (is_load) {
      const auto bytes = kBulkPieceBytes * static_cast<uint32_t>(std::popcount(cut));
      cost.sectors += (bytes + kSectorBytes - 1) / kSectorBytes;
    }
  }
  return cost;
}

}  // namespace warplens::model
