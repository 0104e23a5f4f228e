// A block executed again, one warp instruction at a time, for who wants to see each: the machine
// has no observer of instructions, which would cost every run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/machine/block.hpp"
#include "sim/trace/event.hpp"

namespace warplens::run {

class Again {
 public:
  // `memory` is as the block finds it, outlives this, and is changed.
  Again(std::shared_ptr<const machine::GridContext> context, machine::GlobalMemory& memory,
        trace::BlockId block);

  // Whose instruction comes next, and its state before it.
  uint32_t warp() const { return block_.current_warp(); }
  const machine::WarpState& state() const { return block_.warps()[warp()]; }
  // Executes it; `observer` may be null. False: no warp had one left.
  bool step(trace::Observer* observer);
  // Whose the last step was.
  uint32_t executed() const { return executed_; }
  // Whether the block has not come to its end.
  bool goes_on() const { return stop_ == machine::StopReason::kStepLimit; }
  machine::StopReason stop() const { return stop_; }
  const std::vector<machine::WarpState>& warps() const { return block_.warps(); }

 private:
  machine::GlobalMemory& memory_;
  machine::BlockRun block_;
  machine::StopReason stop_ = machine::StopReason::kStepLimit;
  uint32_t executed_ = 0;
  std::vector<uint64_t> steps_;  // of each warp so far
};

}  // namespace warplens::run
