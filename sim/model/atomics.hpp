// The measured atomics, by PTX's names, and what each is on shared memory. On global memory each of
// them is a request like a store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/model/cas_loop.hpp"

namespace warplens::model {

enum class AtomicFunction : uint8_t {
  kAdd,
  kMinimum,
  kMaximum,
  kAnd,
  kOr,
  kXor,
  kExchange,
  kIncrement,
  kDecrement,
  kCompareSwap,
};
// kBits: of functions for which it does not matter what the bits mean.
enum class AtomicType : uint8_t { kUnsigned, kSigned, kBits, kFloat, kHalfPair };

struct AtomicKind {
  AtomicFunction function = AtomicFunction::kAdd;
  AtomicType type = AtomicType::kUnsigned;
  uint32_t bits = 32;
  friend bool operator==(const AtomicKind&, const AtomicKind&) = default;
};

struct AtomicRule {
  SharedOp op = SharedOp::kAtomic;
  CasFunction function = CasFunction::kChanges;  // of a loop
};

// None for what was not measured.
std::optional<AtomicRule> atomic_rule(const AtomicKind& kind);
// By the name in a table of measurements: "add.u32", "red.add.u32" (the old value is not used: the
// same), "cas.b64".
std::optional<AtomicRule> atomic_rule(std::string_view name);
// "add.u32"
std::string ptx_name(const AtomicKind& kind);

}  // namespace warplens::model
