#include "sim/lang/library/intrinsics.hpp"

#include <unordered_map>

namespace warplens::lang {
namespace {

using enum IntrinsicOp;

#define WL_INTRINSIC(name, op, signature) {name, op, signature},
const std::vector<Intrinsic> kTable{
#include "sim/lang/library/intrinsics.def"
};
#undef WL_INTRINSIC

using RowsByName = std::unordered_map<std::string_view, std::vector<uint16_t>>;
RowsByName rows_by_name() {
  RowsByName rows;
  for (size_t i = 0; i < kTable.size(); ++i)
    rows[kTable[i].name].push_back(static_cast<uint16_t>(i));
  return rows;
}
const RowsByName kRows = rows_by_name();

}  // namespace

const std::vector<Intrinsic>& intrinsics() {
  return kTable;
}

std::vector<uint16_t> intrinsics_named(std::string_view name) {
  const auto known = kRows.find(name);
  return known == kRows.end() ? std::vector<uint16_t>() : known->second;
}

bool is_atomic(IntrinsicOp op) {
  return (op >= kAtomicAdd && op <= kAtomicCompareSwap) || op == kMadeAtomicSubtract;
}

bool is_shuffle(IntrinsicOp op) {
  return op >= kShuffleIndex && op <= kShuffleXor;
}

bool holds_barrier(IntrinsicOp op) {
  return op >= kSyncThreads && op <= kSyncThreadsOr;
}

}  // namespace warplens::lang
