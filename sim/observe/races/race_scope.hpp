// What races are looked for in, and what may be remembered to find them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/byte_budget.hpp"
#include "sim/observe/races/shadow.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

// What the checks of a run may remember. What decides what is found has a part of its own, so that
// it does not depend on how many chunks of blocks run beside each other.
struct CheckMemory {
  ShadowRoom global, shared;  // of the grid; of one block
  uint64_t fences = 0;        // FenceOrder [bytes]
  // For what only saves time, and for chunks, which are run in order where there is no room.
  std::shared_ptr<base::ByteBudget> rest;

  static CheckMemory of(uint64_t bytes);
};

// What races are looked for in.
struct RaceScope {
  trace::BlockId grid;   // extents
  trace::BlockId block;  // extents
  CheckMemory memory;
  const std::atomic<bool>* cancelled = nullptr;  // accesses are passed over once it is true
  // Addresses of global memory that hold nothing until they are written.
  struct Range {
    uint64_t begin = 0, end = 0;
  };
  std::vector<Range> unwritten;
  // By access site: loads of global memory there are of what nothing in the launch stores to, and
  // are not looked at. Empty: none is known.
  std::vector<bool> never_stored;

  bool is_passed_over(const trace::WarpAccess& access) const {
    return access.space == trace::Space::kGlobal && access.site < never_stored.size() &&
           never_stored[access.site];
  }
};

}  // namespace warplens::observe
