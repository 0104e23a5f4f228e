// One block at a time. Instructions are handed out in slices, so that a request to cancel is seen
// soon.
#include "sim/machine/blocks_in_order.hpp"

#include <algorithm>

namespace warplens::machine {

namespace {

constexpr uint64_t kSlice = 1 << 16;  // [warp instructions] about 2 ms on a slow core

}  // namespace

uint64_t set_up_price(const GridContext& context) {
  const uint64_t threads = uint64_t{context.warps_per_block()} * trace::kWarpSize;
  return kBlockPrice + kWarpPrice * context.warps_per_block() +
         (threads * context.program->local_bytes + context.shared_bytes) / kBytesOfOneStep;
}

trace::BlockId block_at(uint64_t index, const launch::Dim3& grid) {
  return {static_cast<uint32_t>(index % grid.x), static_cast<uint32_t>(index / grid.x % grid.y),
          static_cast<uint32_t>(index / grid.x / grid.y)};
}

bool is_cancelled(const GridOptions& options) {
  return options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed);
}

// Runs the block to its end, or as far as the limit and the user let it.
StopReason BlocksInOrder::run_block() {
  uint64_t left = options_.block_step_limit;
  for (;;) {
    if (is_cancelled(options_)) return StopReason::kCancelled;
    if (options_.is_too_much && options_.is_too_much()) return StopReason::kObservers;
    const uint64_t slice = std::min({kSlice, left, options_.step_limit - end_.steps});
    if (slice == 0) return StopReason::kStepLimit;
    uint64_t budget = slice;
    const StopReason reason = block_->run(memory_, observer_, budget, false);
    end_.steps += slice - budget;
    left -= slice - budget;
    if (reason != StopReason::kStepLimit) return reason;
    if (options_.progress) options_.progress(end_);
  }
}

bool BlocksInOrder::run(uint64_t index) {
  const trace::BlockId id = block_at(index, context_->grid);
  const bool watched = options_.is_watched && options_.is_watched(id);
  end_.last_block = id;
  if (options_.set_up_limit - end_.set_up < price_) {
    end_.reason = StopReason::kSetUpLimit;
    return false;
  }
  end_.set_up += price_;
  if (options_.is_start && options_.is_start(index)) options_.at_block(index, end_.steps, memory_);
  if (watched && options_.before_block) options_.before_block(id, memory_);
  if (block_ && block_->follows_origins() == watched)
    block_->begin(id);
  else
    block_.emplace(context_, id, watched, plan_);
  if (observer_ != nullptr) observer_->block_begins(id);
  end_.reason = run_block();
  end_.flops += block_->flops();
  if (observer_ != nullptr) observer_->block_ends(id);
  if (end_.reason != StopReason::kDone) return false;
  ++end_.blocks_done;
  if (watched && options_.after_block) options_.after_block(id);
  if (options_.progress) options_.progress(end_);
  return true;
}

}  // namespace warplens::machine
