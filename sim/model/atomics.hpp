// The measured atomics, by PTX's names, and what each is on shared memory. On global memory each of
// them is a request like a store.
#pragma once

#include <optional>
#include <string_view>

#include "sim/model/cas_loop.hpp"

namespace warplens::model {

struct AtomicRule {
  SharedOp op = SharedOp::kAtomic;
  CasFunction function = CasFunction::kChanges;  // of a loop
};

// "add.u32", "red.add.u32" (the old value is not used: the same), "cas.b64"; none for other names.
std::optional<AtomicRule> atomic_rule(std::string_view name);

}  // namespace warplens::model
