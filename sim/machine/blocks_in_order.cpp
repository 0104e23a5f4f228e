// One block at a time. Instructions are handed out in slices, so that a request to cancel is seen
// soon.
#include "sim/machine/blocks_in_order.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace warplens::machine {

namespace {

constexpr uint64_t kSlice = 1 << 16;  // [warp instructions] about 2 ms on a slow core
// A warp is held against itself after so many slices, and then twice as many each time; loops of up
// to so many instructions are recognised.
constexpr uint64_t kFirstLook = 4, kLongestLoop = 1024;

bool is_same(const HeldRegister& a, const HeldRegister& b) {
  return a.pattern == b.pattern && a.is_in_lanes == b.is_in_lanes && a.base == b.base;
}

// Whether the warp does the same from here as from there, if memory is the same.
bool is_same(const WarpState& a, const WarpState& b) {
  return a.pc == b.pc && a.mask == b.mask && a.pending == b.pending && a.ended == b.ended &&
         a.masks == b.masks && a.registers == b.registers && a.local == b.local &&
         a.stack.size() == b.stack.size() &&
         std::equal(a.held.begin(), a.held.end(), b.held.begin(), b.held.end(),
                    [](const HeldRegister& x, const HeldRegister& y) { return is_same(x, y); });
}

}  // namespace

uint64_t set_up_price(const GridContext& context) {
  const uint64_t threads = uint64_t{context.warps_per_block()} * trace::kWarpSize;
  return kBlockPrice + kWarpPrice * context.warps_per_block() +
         (threads * context.program->local_bytes + context.shared_bytes) / kBytesOfOneStep;
}

bool is_cancelled(const GridOptions& options) {
  return options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed);
}

// Whether the present warp is in a loop that changes nothing. A copy of the block finds out.
bool BlocksInOrder::repeats_itself() {
  BlockRun ahead = *block_;
  const uint32_t warp = ahead.current_warp();
  const WarpState before = ahead.warps()[warp];
  std::vector<UndoEntry> stores;
  bool has_changed = false, is_repeated = false;
  for (uint64_t i = 0; i < kLongestLoop && !has_changed && !is_repeated; ++i) {
    uint64_t budget = 1;
    const StopReason reason = ahead.run(memory_, nullptr, budget, false, &stores);
    if (reason != StopReason::kStepLimit || ahead.current_warp() != warp) break;
    for (const UndoEntry& store : stores) {
      uint64_t now = 0;
      memory_.read(store.address, std::as_writable_bytes(std::span(&now, 1)).first(store.bytes));
      has_changed = has_changed || now != store.old_bits;
    }
    is_repeated = is_same(ahead.warps()[warp], before) && ahead.shared() == block_->shared();
  }
  for (auto store = stores.rbegin(); store != stores.rend(); ++store)
    memory_.write(store->address,
                  std::as_bytes(std::span(&store->old_bits, 1)).first(store->bytes));
  return is_repeated && !has_changed;
}

void BlocksInOrder::note_stuck() {
  for (uint32_t i = 0; i < block_->warps().size(); ++i) {
    const WarpState& warp = block_->warps()[i];
    const bool is_spinning = i == block_->current_warp();
    if (!is_spinning && warp.status != WarpState::Status::kAtBarrier) continue;
    const auto first = static_cast<uint32_t>(std::countr_zero(warp.mask));
    add_stuck({is_spinning ? StuckThreads::Reason::kSpin : StuckThreads::Reason::kBarrier,
               is_spinning ? warp.pc : warp.pc - 1, block_->id(), i * trace::kWarpSize + first,
               trace::lane_count(warp.mask)},
              end_.stuck);
  }
}

// Runs the block to its end, or as far as the limit and the user let it.
StopReason BlocksInOrder::run_block() {
  uint64_t left = options_.block_step_limit;
  uint64_t slices = 0, look = kFirstLook;
  for (;;) {
    if (is_cancelled(options_)) return StopReason::kCancelled;
    if (options_.is_too_much && options_.is_too_much(end_.work() + block_->extra_work()))
      return StopReason::kObservers;
    const uint64_t slice = std::min({kSlice, left, options_.step_limit - end_.steps});
    if (slice == 0) return StopReason::kStepLimit;
    uint64_t budget = slice;
    const StopReason reason = block_->run(memory_, observer_, budget, false);
    end_.steps += slice - budget;
    left -= slice - budget;
    if (reason != StopReason::kStepLimit) return reason;
    if (++slices == look) {
      look *= 2;
      if (repeats_itself()) {
        note_stuck();
        return StopReason::kSpins;
      }
    }
    if (options_.progress) options_.progress(end_);
  }
}

bool BlocksInOrder::run(uint64_t index) {
  const trace::BlockId id = trace::block_at(index, context_->grid_extents());
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
  end_.extra_work += block_->extra_work();
  if (observer_ != nullptr) observer_->block_ends(id);
  if (end_.reason != StopReason::kDone) return false;
  ++end_.blocks_done;
  if (watched && options_.after_block) options_.after_block(id);
  if (options_.progress) options_.progress(end_);
  return true;
}

}  // namespace warplens::machine
