// The orders in which a launch's bursts are served for comparison: as they come, and what if.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/model/dram.hpp"

namespace warplens::model {

struct DramOrdering {
  const char* word = "";  // as JSON has it
  Sentence name;
  bool is_by_address = false;  // the bursts sorted first
  DramOptions options;
};

// First those that DramOrder names, in its order.
std::span<const DramOrdering> dram_orderings();

// `sorted`: the same bursts in order of address. What `shown` says of the channel and the steps
// counts.
DramPlan run_ordering(const DramOrdering& ordering, const std::vector<uint64_t>& bursts,
                      const std::vector<uint64_t>& sorted, const DramTimings& timings,
                      const DramOptions& shown = {});

}  // namespace warplens::model
