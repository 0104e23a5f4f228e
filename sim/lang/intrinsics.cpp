#include "sim/lang/intrinsics.hpp"

namespace warplens::lang {
namespace {

using enum IntrinsicOp;

#define WL_INTRINSIC(name, op, signature) {name, op, signature},
const std::vector<Intrinsic> kTable{
#include "sim/lang/intrinsics.def"
};
#undef WL_INTRINSIC

}  // namespace

const std::vector<Intrinsic>& intrinsics() {
  return kTable;
}

std::vector<uint16_t> intrinsics_named(std::string_view name) {
  std::vector<uint16_t> rows;
  for (size_t i = 0; i < kTable.size(); ++i) {
    if (kTable[i].name == name) rows.push_back(static_cast<uint16_t>(i));
  }
  return rows;
}

bool is_atomic(IntrinsicOp op) {
  return (op >= kAtomicAdd && op <= kAtomicCompareSwap) || op == kMadeAtomicSubtract;
}

bool holds_barrier(IntrinsicOp op) {
  return op >= kSyncThreads && op <= kSyncThreadsOr;
}

}  // namespace warplens::lang
