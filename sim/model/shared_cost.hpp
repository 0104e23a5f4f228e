// Shared memory: how many wavefronts (passes of the data stage) one warp access takes, by the bank
// rule (bank_rule.hpp).
#pragma once

#include <cstdint>

#include "sim/model/addresses.hpp"
#include "sim/model/bank_rule.hpp"
#include "sim/model/device.hpp"

namespace warplens::model {

struct SharedCost {
  uint32_t wavefronts = 0;
  uint32_t ideal_wavefronts = 0;  // it would take without conflicts
  // Of an atomic: its instructions, and, where it is a loop, the loads in it, whose wavefronts are
  // part of `wavefronts`.
  uint32_t atomics = 1, loads = 0, load_wavefronts = 0;
  uint32_t conflicts() const { return wavefronts - ideal_wavefronts; }  // never negative
  friend bool operator==(const SharedCost&, const SharedCost&) = default;
};

struct CasValues;  // cas_loop.hpp

// Exact for the current rules (measured on an H200, tests/data/README.md). mask must not be 0.
// `values` matter only for loops; null: every lane is assumed to change what it finds.
SharedCost shared_cost(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses, const CasValues* values = nullptr);

}  // namespace warplens::model
