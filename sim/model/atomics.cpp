#include "sim/model/atomics.hpp"

#include <array>

namespace warplens::model {
namespace {

using enum AtomicFunction;
using enum AtomicType;

struct MeasuredAtomic {
  AtomicKind kind;
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
    MeasuredAtomic{{kAdd, kUnsigned, 32}, kOne},
    MeasuredAtomic{{kAdd, kSigned, 32}, kOne},
    MeasuredAtomic{{kAdd, kUnsigned, 64}, kOne},
    MeasuredAtomic{{kAdd, kFloat, 32}, loop(CasFunction::kAddFloat)},
    MeasuredAtomic{{kAdd, kFloat, 64}, loop(CasFunction::kAddDouble)},
    MeasuredAtomic{{kAdd, kHalfPair, 32}, loop(CasFunction::kChanges)},
    MeasuredAtomic{{kMinimum, kUnsigned, 32}, kOne},
    MeasuredAtomic{{kMinimum, kSigned, 32}, kOne},
    MeasuredAtomic{{kMinimum, kUnsigned, 64}, read_loop(CasFunction::kMinUnsigned)},
    MeasuredAtomic{{kMinimum, kSigned, 64}, read_loop(CasFunction::kMinSigned)},
    MeasuredAtomic{{kMaximum, kUnsigned, 32}, kOne},
    MeasuredAtomic{{kMaximum, kSigned, 32}, kOne},
    MeasuredAtomic{{kMaximum, kUnsigned, 64}, read_loop(CasFunction::kMaxUnsigned)},
    MeasuredAtomic{{kMaximum, kSigned, 64}, read_loop(CasFunction::kMaxSigned)},
    MeasuredAtomic{{kAnd, kBits, 32}, kOne},
    MeasuredAtomic{{kAnd, kBits, 64}, read_loop(CasFunction::kAnd)},
    MeasuredAtomic{{kOr, kBits, 32}, kOne},
    MeasuredAtomic{{kOr, kBits, 64}, read_loop(CasFunction::kOr)},
    MeasuredAtomic{{kXor, kBits, 32}, kOne},
    MeasuredAtomic{{kXor, kBits, 64}, read_loop(CasFunction::kXor)},
    MeasuredAtomic{{kExchange, kBits, 32}, kOne},
    MeasuredAtomic{{kExchange, kBits, 64}, kOne},
    MeasuredAtomic{{kIncrement, kUnsigned, 32}, kOne},
    MeasuredAtomic{{kDecrement, kUnsigned, 32}, kOne},
    MeasuredAtomic{{kCompareSwap, kBits, 32}, kSwap},
    MeasuredAtomic{{kCompareSwap, kBits, 64}, kSwap},
};

std::string_view word_of(AtomicFunction function) {
  switch (function) {
    case kAdd:
      return "add";
    case kMinimum:
      return "min";
    case kMaximum:
      return "max";
    case kAnd:
      return "and";
    case kOr:
      return "or";
    case kXor:
      return "xor";
    case kExchange:
      return "exch";
    case kIncrement:
      return "inc";
    case kDecrement:
      return "dec";
    case kCompareSwap:
      break;
  }
  return "cas";
}

}  // namespace

std::optional<AtomicRule> atomic_rule(const AtomicKind& kind) {
  for (const MeasuredAtomic& known : kRules) {
    if (known.kind == kind) return known.rule;
  }
  return std::nullopt;
}

std::optional<AtomicRule> atomic_rule(std::string_view name) {
  constexpr std::string_view kNoResult = "red.";
  if (name.starts_with(kNoResult)) name.remove_prefix(kNoResult.size());
  for (const MeasuredAtomic& known : kRules) {
    if (ptx_name(known.kind) == name) return known.rule;
  }
  return std::nullopt;
}

std::string ptx_name(const AtomicKind& kind) {
  const std::string word(word_of(kind.function));
  if (kind.type == kHalfPair) return word + ".noftz.f16x2";
  constexpr std::string_view kLetters = "usbf";
  return word + "." + kLetters[static_cast<size_t>(kind.type)] + std::to_string(kind.bits);
}

}  // namespace warplens::model
