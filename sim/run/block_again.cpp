#include "sim/run/block_again.hpp"

#include <utility>

namespace warplens::run {

BlockAgain::BlockAgain(std::shared_ptr<const machine::GridContext> context,
                       machine::GlobalMemory& memory, trace::BlockId block)
    : memory_(memory), block_(std::move(context), block, false), steps_(block_.warps().size()) {}

bool BlockAgain::step(trace::Observer* observer) {
  executed_ = warp() < steps_.size() ? warp() : 0;
  uint64_t budget = 1;
  stop_ = block_.run(memory_, observer, budget, false);
  // A warp that had come to its end gives way to the next within the call.
  for (uint32_t others = 0; others < steps_.size(); ++others) {
    const uint64_t steps = block_.warps()[executed_].steps;
    if (steps != steps_[executed_]) {
      steps_[executed_] = steps;
      return true;
    }
    executed_ = executed_ + 1 < steps_.size() ? executed_ + 1 : 0;
  }
  return false;
}

}  // namespace warplens::run
