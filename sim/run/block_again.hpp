// A block executed again, one warp instruction at a time, for who wants to see each: the machine
// has no observer of instructions, which would cost every run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/machine/block.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::run {

class BlockAgain {
 public:
  // `memory` is as the block finds it, outlives this, and is changed.
  BlockAgain(std::shared_ptr<const machine::GridContext> context, machine::GlobalMemory& memory,
             trace::BlockId block);

  // Whose instruction comes next, and its state before it.
  uint32_t warp() const { return block_.current_warp(); }
  const machine::WarpState& state() const { return block_.warps()[warp()]; }
  // Executes it; `observer` may be null. False: no warp had one left.
  bool step(trace::Observer* observer);
  // Whose the last step was.
  uint32_t executed() const { return executed_; }
  // Executes instructions by `step()`, at most `left` in all, which it reduces. kDone, too, where
  // the slice is cancelled.
  template <class Step>
  base::Progress follow(uint64_t& left, base::Slice& slice, Step step) const {
    for (; left > 0 && goes_on() && !slice.is_cancelled(); --left) {
      if (slice.is_over()) return base::Progress::kMore;
      step();
      slice.spend(kWorkOfStep);
    }
    return base::Progress::kDone;
  }
  // Whether the block has not come to its end.
  bool goes_on() const { return stop_ == machine::StopReason::kStepLimit; }
  machine::StopReason stop() const { return stop_; }
  const std::vector<machine::WarpState>& warps() const { return block_.warps(); }

 private:
  static constexpr uint64_t kWorkOfStep = 8;  // as base::Slice counts

  machine::GlobalMemory& memory_;
  machine::BlockRun block_;
  machine::StopReason stop_ = machine::StopReason::kStepLimit;
  uint32_t executed_ = 0;
  std::vector<uint64_t> steps_;  // of each warp so far
};

}  // namespace warplens::run
