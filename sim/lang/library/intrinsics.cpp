#include "sim/lang/library/intrinsics.hpp"

#include <unordered_map>

namespace warplens::lang {
namespace {

using enum IntrinsicOp;

#define WL_INTRINSIC(name, op, signature) {name, op, signature},
const std::vector<Intrinsic> kTable{
#include "sim/lang/library/intrinsics.def"
};

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

IntrinsicKind kind_of(IntrinsicOp op) {
  switch (op) {
#define WL_OPERATION(name, kind, ...) \
  case k##name:                       \
    return IntrinsicKind::kind;
#define WL_MADE_OPERATION WL_OPERATION
#include "sim/lang/library/intrinsics.def"
    default:
      return IntrinsicKind::kOther;  // a function of real numbers
  }
}

bool is_made(IntrinsicOp op) {
  switch (op) {
#define WL_MADE_OPERATION(name, ...) case k##name:
#include "sim/lang/library/intrinsics.def"
    return true;
    default:
      return false;
  }
}

std::optional<uint64_t> default_argument(IntrinsicOp op) {
  constexpr uint64_t kAllLanes = 0xffffffff, kWarpSize = 32;
  switch (kind_of(op)) {
    case IntrinsicKind::kWarpBarrier:
      return kAllLanes;
    case IntrinsicKind::kShuffle:
      return kWarpSize;
    default:
      return std::nullopt;
  }
}

}  // namespace warplens::lang
