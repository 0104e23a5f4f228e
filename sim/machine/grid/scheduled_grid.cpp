#include "sim/machine/grid/grid_orders.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "sim/base/assert.hpp"
#include "sim/machine/block.hpp"
#include "sim/machine/grid/blocks_in_order.hpp"
#include "sim/machine/grid/fiber_queue.hpp"
#include "sim/trace/fan_out.hpp"

namespace warplens::machine {

namespace {

// Notices a fiber that repeats an unchanged state: nothing it does from there on is new unless
// memory changes.
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

using Status = Fiber::Status;

constexpr uint64_t kPriceOfStep = 4;       // of a slice: by turns steps are that much slower
constexpr uint64_t kTurn = 4096;           // [warp instructions] without an access
constexpr uint64_t kLookAround = 1 << 16;  // [warp instructions] between looks at the limits

class ScheduledGrid : public GridRun {
 public:
  ScheduledGrid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                trace::Observer* observer, const GridOptions& options)
      : context_(std::move(context)),
        memory_(memory),
        observer_(observer),
        options_(options),
        scheduling_(*options.scheduling),
        lanes_(scheduling_.schedule.independent_lanes),
        price_(set_up_price(*context_)),
        ready_(fibers_per_block()),
        delayed_(fibers_per_block()),
        random_(scheduling_.schedule.seed) {}

  base::Progress advance(base::Slice& slice) override {
    slice_ = &slice;
    while (!has_finished_) {
      if (slice.is_over()) return base::Progress::kMore;
      const uint64_t before = end_.steps + end_.set_up;
      take_turn();
      slice.spend(kPriceOfStep * (end_.steps + end_.set_up - before));
      if (std::exchange(has_watched_ended_, false) && !has_finished_) return base::Progress::kMore;
    }
    return base::Progress::kDone;
  }
  const GridEnd& end() const override { return end_; }

 private:
  struct Resident {
    BlockRun block;
    std::unique_ptr<trace::Observer> observer;
    std::unique_ptr<trace::FanOut> fan_out;  // of the watched block: to that and the watcher
    std::vector<SpinWatch> watches;          // by fiber
    uint64_t steps = 0;
    bool is_watched = false;
  };

  static trace::Observer* observer_of(const Resident& resident) {
    if (resident.fan_out != nullptr) return resident.fan_out.get();
    return resident.observer.get();
  }

  uint32_t fibers_per_block() const {
    return lanes_ ? static_cast<uint32_t>(context_->block.count()) : context_->warps_per_block();
  }

  void take_turn() {
    fill();
    if (end_.reason != StopReason::kDone || residents_.empty()) return finish();
    if (ready_.is_empty() && delayed_.is_empty()) {
      if (end_flights()) return;
      end_.reason = StopReason::kDeadlock;
      note_stuck();
      return finish();
    }
    step(choose());
    if (end_.reason != StopReason::kDone) finish();
  }

  // Nobody can go on: what is still in flight arrives. Whether there was anything.
  bool end_flights() {
    bool any = false;
    std::vector<uint64_t> indices;
    for (const auto& [index, resident] : residents_) indices.push_back(index);
    for (const uint64_t index : indices) {
      Resident& resident = residents_.at(index);
      global_changes_.clear();
      shared_changes_.clear();
      if (!resident.block.end_flights(memory_, observer_of(resident),
                                      {&global_changes_, &shared_changes_}))
        continue;
      any = true;
      note_changes(resident);
      note_change();
      go_on(index, resident);
      if (end_.reason != StopReason::kDone) break;
    }
    return any;
  }

  // Begins blocks while there is room.
  void fill() {
    const uint64_t end = std::min(options_.end_block, context_->grid.count());
    while (residents_.size() < scheduling_.schedule.resident && next_ < end) {
      if (options_.set_up_limit - end_.set_up < price_) {
        end_.reason = StopReason::kSetUpLimit;
        return;
      }
      end_.set_up += price_;
      begin(next_++);
      if (end_.reason != StopReason::kDone) return;
    }
  }

  void begin(uint64_t index) {
    const trace::BlockId id = trace::block_at(index, context_->grid_extents());
    const bool is_watched = options_.is_watched && options_.is_watched(id);
    if (is_watched && options_.before_block) options_.before_block(id, memory_);
    Resident& resident =
        residents_
            .try_emplace(index, Resident{{context_, id, is_watched}, {}, {}, {}, 0, is_watched})
            .first->second;
    if (is_watched) watched_ = &resident;
    if (observer_ != nullptr) {
      resident.observer = observer_->for_chunk(trace::Observer::Apart::kInTurns);
      WL_ASSERT(resident.observer != nullptr, "who observes turns has observers for them");
    }
    if (resident.observer != nullptr) {
      resident.observer->clear();
      if (is_watched && options_.watcher != nullptr) {
        resident.fan_out = std::make_unique<trace::FanOut>(
            std::vector<trace::Observer*>{resident.observer.get(), options_.watcher});
      }
      observer_of(resident)->block_begins(id);
    }
    resident.block.begin_fibers(lanes_, scheduling_.schedule.order == launch::Order::kAdversarial);
    resident.watches.resize(resident.block.fiber_count());
    go_on(index, resident);
  }

  FiberId choose() {
    FiberQueue& from = ready_.is_empty() ? delayed_ : ready_;
    switch (scheduling_.schedule.order) {
      case launch::Order::kInOrder:
        return from.first();
      case launch::Order::kRoundRobin:
        return latest_ = from.at_or_after({latest_.block, latest_.fiber + 1});
      case launch::Order::kRandom: {
        const uint64_t first = from.first_block(), last = from.last_block();
        return from.at_or_after({first + random_() % (last - first + 1),
                                 static_cast<uint32_t>(random_() % fibers_per_block())});
      }
      case launch::Order::kAdversarial:
        break;
    }
    return from.last();
  }

  void step(FiberId id) {
    Resident& resident = residents_.at(id.block);
    end_.last_block = resident.block.id();
    const bool is_access = resident.block.status_of(id.fiber) == Status::kAtAccess;
    const bool has_changed = advance(id, resident);
    if (is_access && resident.is_watched) ++watched_steps_;
    if (end_.reason != StopReason::kDone) return;
    if (has_changed) note_change();
    remove(id);
    if (!resident.block.is_woken(id.fiber)) watch(id, resident, has_changed);
    go_on(id.block, resident);
  }

  // Those that repeated themselves go on.
  void note_change() {
    ++changes_;
    for (const FiberId& parked : std::exchange(parked_, {})) queue(parked);
  }

  // One turn. Returns whether it changed memory that others see.
  bool advance(FiberId id, Resident& resident) {
    const uint64_t turn = std::min(
        {kTurn, options_.step_limit - end_.steps, options_.block_step_limit - resident.steps});
    if (turn == 0) {
      end_.reason = StopReason::kStepLimit;
      return false;
    }
    global_changes_.clear();
    shared_changes_.clear();
    uint64_t budget = turn;
    const StopReason reason = resident.block.advance(id.fiber, memory_, observer_of(resident),
                                                     budget, {&global_changes_, &shared_changes_});
    end_.steps += turn - budget;
    resident.steps += turn - budget;
    if (reason != StopReason::kStepLimit) end_.reason = reason;
    look_around(turn - budget, resident);
    return note_changes(resident);
  }

  void look_around(uint64_t steps, const Resident& resident) {
    unseen_ += steps;
    if (unseen_ < kLookAround || end_.reason != StopReason::kDone) return;
    unseen_ = 0;
    if (slice_->is_cancelled()) end_.reason = StopReason::kCancelled;
    const uint64_t work = end_.work() + resident.block.extra_work();
    if (resident.observer != nullptr && resident.observer->is_too_much(work))
      end_.reason = StopReason::kObservers;
  }

  bool note_changes(const Resident& by) {
    bool has_changed = false;
    for (const UndoEntry& entry : global_changes_) {
      UndoEntry now = entry;
      now.old_bits = 0;
      memory_.read(entry.address,
                   std::as_writable_bytes(std::span(&now.old_bits, 1)).first(entry.bytes));
      if (now.old_bits == entry.old_bits) continue;
      has_changed = true;
      if (watched_ != nullptr && !by.is_watched && scheduling_.on_foreign_store)
        scheduling_.on_foreign_store({watched_steps_, now});
    }
    for (const UndoEntry& entry : shared_changes_) {
      uint64_t now = 0;
      std::memcpy(&now, by.block.shared().data() + entry.address, entry.bytes);
      has_changed = has_changed || now != entry.old_bits;
    }
    return has_changed;
  }

  // After a turn of the fiber: it goes on, waits, or repeats itself.
  void watch(FiberId id, Resident& resident, bool has_changed) {
    const Status status = resident.block.status_of(id.fiber);
    SpinWatch& watch = resident.watches[id.fiber];
    if (status != Status::kReady && status != Status::kAtAccess) {
      watch = {};
    } else if (!has_changed && watch.repeats(resident.block, id.fiber, changes_)) {
      parked_.push_back(id);
    } else {
      if (has_changed) watch = {};
      queue(id);
    }
  }

  // Fibers that were released run on to their next access: of that others see mbarriers alone.
  void go_on(uint64_t index, Resident& resident) {
    for (std::vector<uint32_t> woken = resident.block.take_woken(); !woken.empty();
         woken = resident.block.take_woken()) {
      for (const uint32_t fiber : woken) {
        if (resident.block.status_of(fiber) == Status::kReady &&
            advance({index, fiber}, resident)) {
          note_change();
        }
        if (end_.reason != StopReason::kDone) return;
        const Status status = resident.block.status_of(fiber);
        if (resident.block.is_woken(fiber)) continue;
        if (status == Status::kReady || status == Status::kAtAccess) queue({index, fiber});
      }
    }
    if (resident.block.has_ended()) end_block(index, resident);
  }

  void queue(FiberId id) {
    const BlockRun& block = residents_.at(id.block).block;
    const auto& sites = context_->program->sites_of;
    const bool is_delayed = !scheduling_.is_delayed.empty() &&
                            block.status_of(id.fiber) == Status::kAtAccess &&
                            scheduling_.is_delayed[sites[block.pc_of(id.fiber)]];
    (is_delayed ? delayed_ : ready_).add(id);
  }

  void remove(FiberId id) {
    ready_.remove(id);
    delayed_.remove(id);
  }

  void end_block(uint64_t index, Resident& resident) {
    if (resident.is_watched) watched_ = nullptr;
    close(index, resident);
    ++end_.blocks_done;
    const bool is_watched = resident.is_watched;
    const trace::BlockId id = resident.block.id();
    residents_.erase(index);
    if (!is_watched) return;
    has_watched_ended_ = true;
    if (options_.after_block) options_.after_block(id);
  }

  // The block's counts are added when those of all blocks before it are.
  void close(uint64_t index, Resident& resident) {
    end_.flops += resident.block.flops();
    end_.extra_work += resident.block.extra_work();
    if (resident.observer == nullptr) return;
    observer_of(resident)->block_ends(resident.block.id());
    closed_.emplace(index, std::move(resident.observer));
    while (!closed_.empty() && closed_.begin()->first == merged_) {
      observer_->merge(*closed_.begin()->second);
      closed_.erase(closed_.begin());
      ++merged_;
    }
  }

  void finish() {
    for (auto& [index, resident] : residents_) close(index, resident);
    for (auto& [index, observer] : closed_) observer_->merge(*observer);
    has_finished_ = true;
  }

  void note_stuck() {
    for (const auto& [index, resident] : residents_) {
      for (uint32_t fiber = 0; fiber < resident.block.fiber_count(); ++fiber) {
        if (resident.block.status_of(fiber) != Status::kEnded)
          add_stuck(stuck(resident.block, fiber), end_.stuck);
      }
    }
  }

  static StuckThreads stuck(const BlockRun& block, uint32_t fiber) {
    using Reason = StuckThreads::Reason;
    const Status status = block.status_of(fiber);
    const Reason reason = status == Status::kAtBarrier   ? Reason::kBarrier
                          : status == Status::kAtMeeting ? Reason::kMeeting
                                                         : Reason::kSpin;
    // Who waits at a barrier is behind it.
    const uint32_t pc = block.pc_of(fiber) - (reason == Reason::kBarrier ? 1 : 0);
    StuckThreads stuck{reason, pc, block.id(), fiber, 1, {}};
    if (!block.are_lanes_independent()) {
      const uint32_t mask = block.warps()[fiber].mask;
      stuck.thread = fiber * trace::kWarpSize + static_cast<uint32_t>(std::countr_zero(mask));
      stuck.count = trace::lane_count(mask);
    }
    if (const MbarrierWait* wait = block.wait_of(fiber); wait != nullptr && reason == Reason::kSpin)
      stuck.wait_at(*wait, block.shared());
    return stuck;
  }

  std::shared_ptr<const GridContext> context_;
  GlobalMemory& memory_;
  trace::Observer* observer_;  // may be null
  const GridOptions& options_;
  const Scheduling& scheduling_;
  const bool lanes_;
  const uint64_t price_;
  const base::Slice* slice_ = nullptr;  // the present one
  GridEnd end_;
  bool has_finished_ = false;
  bool has_watched_ended_ = false;          // since advance() returned
  uint64_t next_ = 0;                       // block to begin
  std::map<uint64_t, Resident> residents_;  // by linear index
  FiberQueue ready_, delayed_;
  std::vector<FiberId> parked_;  // that repeat themselves since memory last changed
  FiberId latest_;
  std::mt19937_64 random_;
  std::vector<UndoEntry> global_changes_, shared_changes_;  // of the present turn
  uint64_t changes_ = 0;                                    // turns that changed memory
  uint64_t unseen_ = 0;  // [warp instructions] since the last look at the limits
  const Resident* watched_ = nullptr;
  uint32_t watched_steps_ = 0;
  std::map<uint64_t, std::unique_ptr<trace::Observer>> closed_;  // until those before are merged
  uint64_t merged_ = 0;
};

}  // namespace

std::unique_ptr<GridRun> begin_scheduled(std::shared_ptr<const GridContext> context,
                                         GlobalMemory& memory, trace::Observer* observer,
                                         const GridOptions& options) {
  return std::make_unique<ScheduledGrid>(std::move(context), memory, observer, options);
}

}  // namespace warplens::machine
