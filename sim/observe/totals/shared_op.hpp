// What an instruction of the program is for shared memory: a load, a store, or what the hardware
// executes for an atomic; and what an atomic that is a loop finds there.
#pragma once

#include <optional>
#include <string>

#include "sim/code/program.hpp"
#include "sim/model/atomics.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::observe {

// PTX's operation and type of an atomic: "add.f32", "cas.b64"; "" for a load or store.
std::string ptx_atomic(const code::AccessSite& site);

// As an H200 executes generic atomics (tests/data/README.md).
model::AtomicRule shared_rule(const code::AccessSite& site);
inline model::SharedOp shared_op(const code::AccessSite& site) {
  return shared_rule(site).op;
}

// For a loop whose operands and old values are known, lane by lane; nothing for anything else. A
// null pointer: not known.
std::optional<model::CasValues> cas_values(const model::AtomicRule& rule,
                                           const model::Addresses* operands,
                                           const model::Addresses* old_values);

}  // namespace warplens::observe
