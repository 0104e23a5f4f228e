// One block at a time. A block is executed in stretches: after each, its work is held against the
// limits, and now and then the present warp against itself. Slices cut stretches anywhere.
#include "sim/machine/grid/blocks_in_order.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "sim/machine/avx2/warp_code.hpp"

namespace warplens::machine {

namespace {

constexpr uint64_t kStretch = 1 << 16;  // [warp instructions] about 2 ms on a slow core
// A warp is held against itself after so many stretches, and then twice as many each time.
constexpr uint64_t kFirstLook = 4;

bool is_same(const HeldRegister& a, const HeldRegister& b) {
  return a.pattern == b.pattern && a.is_in_lanes == b.is_in_lanes && a.base == b.base;
}

// Whether the warp does the same from here as from there, if memory is the same.
bool is_same(const WarpState& a, const WarpState& b) {
  return a.pc == b.pc && a.steps_ahead == b.steps_ahead && a.scalars == b.scalars &&
         a.mask == b.mask && a.pending == b.pending && a.bulk.piece == b.bulk.piece &&
         a.bulk.lanes == b.bulk.lanes && a.ended == b.ended && a.masks == b.masks &&
         a.registers == b.registers && a.local == b.local && a.stack.size() == b.stack.size() &&
         std::equal(a.held.begin(), a.held.end(), b.held.begin(), b.held.end(),
                    [](const HeldRegister& x, const HeldRegister& y) { return is_same(x, y); });
}

// The same of a block and all its warps, of which the present one was looked at.
bool is_same(const BlockRun& a, const BlockRun& b) {
  if (a.current_warp() != b.current_warp()) return false;
  const auto is_same_warp = [&](size_t i) {
    return a.warps()[i].status == b.warps()[i].status && is_same(a.warps()[i], b.warps()[i]);
  };
  if (!is_same_warp(a.current_warp())) return false;
  for (size_t i = 0; i < a.warps().size(); ++i)
    if (!is_same_warp(i)) return false;
  return a.shared() == b.shared() && a.copies().begun() == b.copies().begun();
}

uint64_t yielding(const BlockRun& block) {
  return static_cast<uint64_t>(std::count_if(
      block.warps().begin(), block.warps().end(),
      [](const WarpState& warp) { return warp.status == WarpState::Status::kYields; }));
}

// [warp instructions] of the present warp's loop and of those that it takes turns with.
uint64_t longest_round(const BlockRun& block) {
  return kLongestLoop * (1 + yielding(block));
}

// Whether the present warp, or one that it takes turns with, is at its loop.
bool is_in_round(const BlockRun& ahead, const BlockRun& before, StopReason reason) {
  return reason == StopReason::kStepLimit && (ahead.current_warp() == before.current_warp() ||
                                              yielding(ahead) != 0 || yielding(before) != 0);
}

}  // namespace

uint64_t set_up_price(const GridContext& context) {
  const uint64_t threads = uint64_t{context.warps_per_block()} * trace::kWarpSize;
  return kBlockPrice + kWarpPrice * context.warps_per_block() +
         (threads * context.program->local_bytes + context.shared_bytes) / kBytesOfOneStep;
}

BlocksInOrder::BlocksInOrder(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                             trace::Observer* observer, const GridOptions& options)
    : context_(std::move(context)),
      memory_(memory),
      observer_(observer),
      options_(options),
      price_(set_up_price(*context_)),
      plan_(plan_patterns(*context_->program)) {}

// The same of native code, on a copy of memory. It stops between blocks of instructions alone.
bool BlocksInOrder::repeats_itself_natively() const {
  BlockRun ahead = *block_;
  GlobalMemory memory = memory_;
  uint64_t longest = longest_round(ahead);
  for (uint64_t steps = 0; steps < longest; ++steps) {
    uint64_t budget = 1;
    const StopReason reason = ahead.run(memory, nullptr, budget, false);
    if (!is_in_round(ahead, *block_, reason)) return false;
    longest = std::max(longest, longest_round(ahead));
    if (!is_same(ahead, *block_)) continue;
    for (uint32_t array = 0; array < memory.array_count(); ++array)
      if (memory.array(array).bytes != memory_.array(array).bytes) return false;
    return true;
  }
  return false;
}

// Whether the present warp is in a loop that changes nothing, and those that let it have a turn,
// too. A copy of the block finds out.
bool BlocksInOrder::repeats_itself() {
  if (block_->is_native()) return repeats_itself_natively();
  BlockRun ahead = *block_;
  std::vector<UndoEntry> stores;
  bool has_changed = false, is_repeated = false;
  uint64_t longest = longest_round(ahead);
  for (uint64_t steps = 0; steps < longest && !has_changed && !is_repeated; ++steps) {
    uint64_t budget = 1;
    const StopReason reason = ahead.run(memory_, nullptr, budget, false, &stores);
    if (!is_in_round(ahead, *block_, reason)) break;
    longest = std::max(longest, longest_round(ahead));
    for (const UndoEntry& store : stores) {
      uint64_t now = 0;
      memory_.read(store.address, std::as_writable_bytes(std::span(&now, 1)).first(store.bytes));
      has_changed = has_changed || now != store.old_bits;
    }
    is_repeated = is_same(ahead, *block_);
  }
  for (auto store = stores.rbegin(); store != stores.rend(); ++store)
    memory_.write(store->address,
                  std::as_bytes(std::span(&store->old_bits, 1)).first(store->bytes));
  return is_repeated && !has_changed;
}

void BlocksInOrder::note_stuck() {
  using Reason = StuckThreads::Reason;
  for (uint32_t i = 0; i < block_->warps().size(); ++i) {
    const WarpState& warp = block_->warps()[i];
    if (warp.status == WarpState::Status::kEnded) continue;
    const bool is_at_barrier = warp.status == WarpState::Status::kAtBarrier;
    const auto first = static_cast<uint32_t>(std::countr_zero(warp.mask));
    StuckThreads stuck{is_at_barrier ? Reason::kBarrier : Reason::kSpin,
                       is_at_barrier ? warp.pc - 1 : warp.pc,
                       block_->id(),
                       i * trace::kWarpSize + first,
                       trace::lane_count(warp.mask),
                       {}};
    const MbarrierWait* const wait = is_at_barrier ? nullptr : block_->wait_of_warp(i);
    if (wait != nullptr) stuck.wait_at(*wait, block_->shared());
    // Who is ready, and not at its turn, waits for nothing yet if it has not asked.
    const bool is_ready = warp.status == WarpState::Status::kReady;
    if (!is_ready || i == block_->current_warp() || wait != nullptr) add_stuck(stuck, end_.stuck);
  }
}

// Nothing: a stretch begins, at most as long as the limits let it.
std::optional<StopReason> BlocksInOrder::begin_stretch(const base::Slice& slice) {
  if (slice.is_cancelled()) return StopReason::kCancelled;
  if (told_ != nullptr && told_->is_too_much(end_.work() + block_->extra_work()))
    return StopReason::kObservers;
  stretch_left_ = std::min({kStretch, block_left_, options_.step_limit - end_.steps});
  if (stretch_left_ == 0) return StopReason::kStepLimit;
  return std::nullopt;
}

// Runs the block to its end, or as far as the limits let it. Nothing: the slice is over.
std::optional<StopReason> BlocksInOrder::go_on(base::Slice& slice) {
  for (;;) {
    if (stretch_left_ == 0) {
      if (const std::optional<StopReason> stop = begin_stretch(slice)) return stop;
    }
    const uint64_t steps = std::min(stretch_left_, slice.left());
    if (steps == 0) return std::nullopt;
    uint64_t budget = steps;
    const StopReason reason = block_->run(memory_, told_, budget, false);
    const uint64_t taken = steps - budget;
    if (context_->code != nullptr) context_->code->note_steps(taken);
    slice.spend(taken);
    end_.steps += taken;
    block_left_ -= taken;
    stretch_left_ -= taken;
    if (reason == StopReason::kDeadlock) note_stuck();
    if (reason != StopReason::kStepLimit) return reason;
    if (stretch_left_ != 0 || ++stretches_ != look_) continue;
    look_ *= 2;
    if (!repeats_itself()) continue;
    note_stuck();
    return StopReason::kSpins;
  }
}

// False: the blocks' prices have reached their limit.
bool BlocksInOrder::begin(uint64_t index) {
  const trace::BlockId id = trace::block_at(index, context_->grid_extents());
  end_.last_block = id;
  if (options_.set_up_limit - end_.set_up < price_) {
    end_.reason = StopReason::kSetUpLimit;
    return false;
  }
  is_watched_ = options_.is_watched && options_.is_watched(id);
  const bool is_alone =
      !is_watched_ && (observer_ == nullptr || observer_->hears_only_rare_events());
  const WarpCode* const native = is_alone ? native_code(*context_) : nullptr;
  end_.set_up += price_;
  if (options_.is_start && options_.is_start(index)) options_.at_block(index, end_.steps, memory_);
  if (is_watched_ && options_.before_block) options_.before_block(id, memory_);
  if (block_ && block_->follows_origins() == is_watched_)
    block_->begin(id, native);
  else
    block_.emplace(context_, id, is_watched_, plan_, native);
  told_ = observer_;
  if (is_watched_ && options_.watcher != nullptr) {
    with_watcher_.emplace();
    if (observer_ != nullptr) with_watcher_->add(*observer_);
    with_watcher_->add(*options_.watcher);
    told_ = &*with_watcher_;
  }
  if (told_ != nullptr) told_->block_begins(id);
  block_left_ = options_.block_step_limit;
  stretch_left_ = stretches_ = 0;
  look_ = kFirstLook;
  is_in_block_ = true;
  return true;
}

BlocksInOrder::Went BlocksInOrder::advance(uint64_t index, base::Slice& slice) {
  if (!is_in_block_) {
    if (slice.is_over()) return Went::kPart;
    if (!begin(index)) return Went::kStop;
    slice.spend(price_);
  }
  const std::optional<StopReason> reason = go_on(slice);
  if (!reason) return Went::kPart;
  is_in_block_ = false;
  end_.reason = *reason;
  end_.flops += block_->flops();
  end_.extra_work += block_->extra_work();
  if (told_ != nullptr) told_->block_ends(end_.last_block);
  if (end_.reason != StopReason::kDone) return Went::kStop;
  ++end_.blocks_done;
  if (is_watched_ && options_.after_block) options_.after_block(end_.last_block);
  return Went::kWhole;
}

namespace {

class InOrderGrid : public GridRun {
 public:
  InOrderGrid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
              trace::Observer* observer, const GridOptions& options)
      : next_(options.first_block),
        end_(std::min(options.end_block, context->grid.count())),
        blocks_(std::move(context), memory, observer, options) {}

  base::Progress advance(base::Slice& slice) override {
    while (next_ < end_) {
      switch (blocks_.advance(next_, slice)) {
        case BlocksInOrder::Went::kPart:
          return base::Progress::kMore;
        case BlocksInOrder::Went::kStop:
          next_ = end_;
          break;
        case BlocksInOrder::Went::kWhole:
          ++next_;
          if (blocks_.was_watched()) return base::Progress::kMore;
          break;
      }
    }
    return base::Progress::kDone;
  }
  const GridEnd& end() const override { return blocks_.end(); }

 private:
  uint64_t next_;
  const uint64_t end_;
  BlocksInOrder blocks_;
};

}  // namespace

std::unique_ptr<GridRun> begin_in_order(std::shared_ptr<const GridContext> context,
                                        GlobalMemory& memory, trace::Observer* observer,
                                        const GridOptions& options) {
  return std::make_unique<InOrderGrid>(std::move(context), memory, observer, options);
}

}  // namespace warplens::machine
