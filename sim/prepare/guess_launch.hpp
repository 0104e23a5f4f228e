// What a guess of a launch rests on: what the text shows of the sizes, and a short run that shows
// how far it reaches.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::prepare {

// What a kernel's text shows of the launch that it was written for: its tiles, its strides between
// blocks, its launch bounds.

// Neither threadIdx.y nor blockIdx.y occurs.
bool is_flat(const lang::Unit& unit, const lang::Kernel& kernel);

// Shapes of a block that the text may have been written for, the likeliest first; never empty.
std::vector<launch::Dim3> block_candidates(const lang::Unit& unit, const lang::Kernel& kernel);

// An argument that fits the parameter's name, for a grid so wide and high [threads];
// complete_arguments() completes those of structs.
std::string guess_number(const lang::Variable& parameter, uint64_t width, uint64_t height);

// A short run of a guessed launch, to find how far into its arrays it reaches.

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
  std::vector<std::string> unfilled;  // __constant__ variables to which nothing gives contents
};

// At most kTrialSteps warp instructions (guess.hpp). To be continued later.
class LaunchTrial {
 public:
  // Both outlive it.
  LaunchTrial(const Compiled& compiled, const Request& request);
  ~LaunchTrial();
  base::Progress advance(base::Slice& slice);
  // When it is done. Errors: the launch cannot be bound.
  base::Checked<Trial> take();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace warplens::prepare
