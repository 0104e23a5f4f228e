// A short run of a guessed launch, to find how far into its arrays it reaches.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "sim/prepare/prepare.hpp"

namespace warplens::prepare {

struct Trial {
  std::map<std::string, uint64_t> bytes;   // of every array
  std::map<std::string, uint64_t> needed;  // [bytes] of those touched past their end
  uint64_t shared_needed = 0;  // [bytes] of a block's shared memory, if some was past its end
  uint64_t static_shared = 0;  // [bytes] of it that are not dynamic
  // Lane accesses that no larger array would bring into bounds, and lanes that failed or trapped.
  uint64_t mistakes = 0;
  bool is_cut = false;  // at kTrialSteps: what the rest touches is not known
  // They are so few of all accesses that they are likely the kernel's own, and not the launch's.
  bool has_few_mistakes = true;
};

// At most kTrialSteps warp instructions (guess.hpp). Errors: the launch cannot be bound.
base::Checked<Trial> try_launch(const Compiled& compiled, const Request& request);

}  // namespace warplens::prepare
