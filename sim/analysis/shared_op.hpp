// What an instruction of the program asks of shared memory: for a load or store what it says, for
// an atomic what the hardware has for it, and what a loop finds there.
#pragma once

#include <optional>
#include <string>

#include "sim/code/program.hpp"
#include "sim/model/atomics.hpp"
#include "sim/model/shared_cost.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::analysis {

// PTX's operation and type of an atomic: "add.f32", "cas.b64"; "" for a load or store.
std::string ptx_atomic(const code::AccessSite& site);

// As an H200 executes generic atomics (tests/data/README.md).
model::AtomicRule shared_rule(const code::AccessSite& site);
inline model::SharedOp shared_op(const code::AccessSite& site) {
  return shared_rule(site).op;
}

// Of a loop whose operands and old values are known, lane by lane; none for all else. The pointers
// may be null: not known.
std::optional<model::SwapValues> swap_values(const model::AtomicRule& rule,
                                             const model::Addresses* operands,
                                             const model::Addresses* old_values);

// Of a recorded access of shared memory, which `site` is the place of.
model::SharedCost shared_cost(const model::Device& device, const code::AccessSite& site,
                              const trace::Access& access);

}  // namespace warplens::analysis
