#include "sim/model/atomics.hpp"

#include <array>

namespace warplens::model {
namespace {

struct Named {
  std::string_view name;
  AtomicRule rule;
};
constexpr AtomicRule kOne{SharedOp::kAtomic, CasFunction::kChanges};
constexpr AtomicRule kSwap{SharedOp::kCompareSwap, CasFunction::kChanges};
constexpr AtomicRule loop(CasFunction function) {
  return {SharedOp::kCasLoop, function};
}
constexpr AtomicRule read_loop(CasFunction function) {
  return {SharedOp::kReadCasLoop, function};
}
// Generic atomics of an H200 (tests/data/h200_atomics.csv).
constexpr std::array kRules{
    Named{"add.u32", kOne},
    Named{"add.s32", kOne},
    Named{"add.u64", kOne},
    Named{"add.f32", loop(CasFunction::kAddFloat)},
    Named{"add.f64", loop(CasFunction::kAddDouble)},
    Named{"add.noftz.f16x2", loop(CasFunction::kChanges)},
    Named{"min.u32", kOne},
    Named{"min.s32", kOne},
    Named{"min.u64", read_loop(CasFunction::kMinUnsigned)},
    Named{"min.s64", read_loop(CasFunction::kMinSigned)},
    Named{"max.u32", kOne},
    Named{"max.s32", kOne},
    Named{"max.u64", read_loop(CasFunction::kMaxUnsigned)},
    Named{"max.s64", read_loop(CasFunction::kMaxSigned)},
    Named{"and.b32", kOne},
    Named{"and.b64", read_loop(CasFunction::kAnd)},
    Named{"or.b32", kOne},
    Named{"or.b64", read_loop(CasFunction::kOr)},
    Named{"xor.b32", kOne},
    Named{"xor.b64", read_loop(CasFunction::kXor)},
    Named{"exch.b32", kOne},
    Named{"exch.b64", kOne},
    Named{"inc.u32", kOne},
    Named{"dec.u32", kOne},
    Named{"cas.b32", kSwap},
    Named{"cas.b64", kSwap},
};

}  // namespace

std::optional<AtomicRule> atomic_rule(std::string_view name) {
  constexpr std::string_view kNoResult = "red.";
  if (name.starts_with(kNoResult)) name.remove_prefix(kNoResult.size());
  for (const Named& known : kRules) {
    if (known.name == name) return known.rule;
  }
  return std::nullopt;
}

}  // namespace warplens::model
