// The whole grid, one block at a time. Instructions are handed out in slices, so that a request to
// cancel is seen soon.
#include "sim/machine/grid.hpp"

#include <algorithm>
#include <optional>

namespace warplens::machine {

namespace {

constexpr uint64_t kSlice = 1 << 16;  // [warp instructions] about 2 ms on a slow core

// Tells several observers what one is told.
class FanOut : public trace::Observer {
 public:
  explicit FanOut(const std::vector<trace::Observer*>& observers) : observers_(observers) {}
  void block_begins(trace::BlockId block) override {
    hearers_.clear();
    for (trace::Observer* o : observers_) {
      o->block_begins(block);
      if (o->hears_accesses(block)) hearers_.push_back(o);
    }
  }
  void block_ends(trace::BlockId block) override {
    for (trace::Observer* o : observers_) o->block_ends(block);
  }
  void access(const trace::WarpAccess& access) override {
    for (trace::Observer* o : hearers_) o->access(access);
  }
  void local_out_of_bounds(const trace::LocalFault& fault) override {
    for (trace::Observer* o : observers_) o->local_out_of_bounds(fault);
  }
  void phase(uint32_t warp, uint32_t loop, bool entered, bool has_value, int64_t value) override {
    for (trace::Observer* o : observers_) o->phase(warp, loop, entered, has_value, value);
  }
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override {
    for (trace::Observer* o : observers_) o->barrier_arrives(warp, pc, mask);
  }
  void barrier_releases() override {
    for (trace::Observer* o : observers_) o->barrier_releases();
  }
  void warp_ends(uint32_t warp) override {
    for (trace::Observer* o : observers_) o->warp_ends(warp);
  }
  void prints(uint32_t warp, uint32_t print, uint32_t mask,
              const std::vector<std::array<uint64_t, trace::kWarpSize>>& arguments) override {
    for (trace::Observer* o : observers_) o->prints(warp, print, mask, arguments);
  }
  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) override {
    for (trace::Observer* o : observers_) o->lane_event(warp, event, index, mask);
  }

 private:
  const std::vector<trace::Observer*>& observers_;
  std::vector<trace::Observer*> hearers_;  // of accesses in the present block
};

trace::BlockId block_at(uint64_t index, const launch::Dim3& grid) {
  return {static_cast<uint32_t>(index % grid.x), static_cast<uint32_t>(index / grid.x % grid.y),
          static_cast<uint32_t>(index / grid.x / grid.y)};
}

bool is_cancelled(const GridOptions& options) {
  return options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed);
}

// Runs one block to its end, or as far as the limit and the user let it.
StopReason run_block(BlockRun& block, GlobalMemory& memory, trace::Observer* observer,
                     const GridOptions& options, uint64_t& steps) {
  for (;;) {
    if (is_cancelled(options)) return StopReason::kCancelled;
    if (options.is_too_much && options.is_too_much()) return StopReason::kObservers;
    const uint64_t slice = std::min(kSlice, options.step_limit - steps);
    if (slice == 0) return StopReason::kStepLimit;
    uint64_t budget = slice;
    const StopReason reason = block.run(memory, observer, budget, false);
    steps += slice - budget;
    if (reason != StopReason::kStepLimit) return reason;
  }
}

}  // namespace

uint64_t set_up_price(const GridContext& context) {
  const uint64_t threads = uint64_t{context.warps_per_block()} * trace::kWarpSize;
  return kBlockPrice + kWarpPrice * context.warps_per_block() +
         (threads * context.program->local_bytes + context.shared_bytes) / kBytesOfOneStep;
}

GridEnd run_grid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                 const std::vector<trace::Observer*>& observers, const GridOptions& options) {
  FanOut fan_out(observers);
  trace::Observer* observer = observers.empty()       ? nullptr
                              : observers.size() == 1 ? observers.front()
                                                      : &fan_out;
  GridEnd end;
  const uint64_t price = set_up_price(*context);
  std::optional<BlockRun> block;
  const uint64_t end_block = std::min(options.end_block, context->grid.count());
  for (uint64_t index = options.first_block; index < end_block; ++index) {
    const trace::BlockId id = block_at(index, context->grid);
    const bool watched = options.is_watched && options.is_watched(id);
    end.last_block = id;
    if (options.set_up_limit - end.set_up < price) {
      end.reason = StopReason::kSetUpLimit;
      return end;
    }
    end.set_up += price;
    if (options.at_block) options.at_block(index, end.steps, memory);
    if (watched && options.before_block) options.before_block(id, memory);
    if (block && block->follows_origins() == watched)
      block->begin(id);
    else
      block.emplace(context, id, watched, true);
    if (observer != nullptr) observer->block_begins(id);
    end.reason = run_block(*block, memory, observer, options, end.steps);
    end.flops += block->flops();
    if (observer != nullptr) observer->block_ends(id);
    if (end.reason != StopReason::kDone) return end;
    ++end.blocks_done;
    if (options.progress) options.progress(end.blocks_done);
  }
  return end;
}

}  // namespace warplens::machine
