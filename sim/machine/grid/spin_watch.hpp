// Notices a fiber that repeats an unchanged state: nothing it does from there on is new unless
// memory changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/machine/block.hpp"

namespace warplens::machine {

class SpinWatch {
 public:
  // After each turn in which the fiber changed nothing; `changes` counts the turns of all that
  // changed memory. Whether its state is one that it had before, and memory has been the same
  // since.
  bool repeats(const BlockRun& block, uint32_t fiber, uint64_t changes) {
    ++turns_;
    if (!state_.empty() && changes == changes_ && block.pc_of(fiber) == state_.front() &&
        block.state_of(fiber) == state_) {
      next_ = turns_ + 1;  // memory has to change now: soon seen if that was of no use
      return true;
    }
    if (turns_ >= next_) {
      // Ever rarer, so that long loops cost little, but within reach of a loop that memory's last
      // change leaves endless.
      next_ = turns_ + std::clamp(turns_, kFirst, kMost);
      state_ = block.state_of(fiber);
      changes_ = changes;
    }
    return false;
  }

 private:
  static constexpr uint64_t kFirst = 16, kMost = 4096;  // [turns]
  uint64_t turns_ = 0, next_ = kFirst;
  std::vector<uint32_t> state_;  // as BlockRun::state_of()
  uint64_t changes_ = 0;         // when it was taken
};

}  // namespace warplens::machine
