// Races in shared memory, found interval by interval: a barrier orders all that is before it.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/observe/races/interval_log.hpp"
#include "sim/observe/races/races.hpp"

namespace warplens::observe {

class SharedRaces : public trace::Observer {
 public:
  static constexpr size_t kMostUnwritten = 4;

  // `is_beside` as Races has it.
  SharedRaces(std::shared_ptr<const code::Program> program, const RaceScope& scope,
              bool is_beside = false)
      : races_(std::move(program), scope, Watched::kShared, is_beside), log_(scope.memory.rest) {}

  void block_begins(trace::BlockId block) override {
    log_.begin_block();
    block_ = block;
    races_.block_begins(block);
    step_ = 0;
    work_ = 0;
  }
  void access(const trace::WarpAccess& access) override {
    access.for_each_side_of_threads([this](const trace::WarpAccess& side) {
      if (side.space == trace::Space::kShared && work_ <= kMostWork) look_at(side);
    });
    step_ += 1;
  }
  void barrier_releases() override {
    log_.end(races_);
    races_.barrier_releases();
  }
  void block_ends(trace::BlockId) override {
    log_.end(races_);
    if (log_.loads_unwritten() != 0) note_unwritten({block_, log_.loads_unwritten()});
  }
  void warp_syncs(uint32_t warp, uint32_t mask) override {
    if (work_ <= kMostWork) log_.warp_syncs(warp, mask, races_);
  }
  void lanes_return(uint32_t warp, uint32_t mask) override {
    if (work_ <= kMostWork) log_.lanes_return(warp, mask, races_);
  }

  void clear() override {
    races_.clear();
    stop_.reset();
    unwritten_.clear();
  }
  using trace::Observer::merge;
  void merge(const SharedRaces& later) {
    races_.merge(later.races_);
    if (!stop_) stop_ = later.stop();
    for (const UnwrittenLoads& loads : later.unwritten_) note_unwritten(loads);
  }
  // A block that loaded bytes of shared memory before it wrote them.
  struct UnwrittenLoads {
    trace::BlockId block;
    uint64_t what = 0;  // IntervalLog::loads_unwritten
  };
  // The first blocks that loaded different ones, at most kMostUnwritten, in order.
  const std::vector<UnwrittenLoads>& loads_unwritten() const { return unwritten_; }
  const Races& races() const { return races_; }
  // As Races has it: the first one in a block.
  const std::optional<CheckStop>& stop() const { return stop_ ? stop_ : races_.stop(); }

 private:
  // Places that are looked at in a block. [1 to 3 s]
  static constexpr uint64_t kMostWork = 120'000'000;

  void look_at(const trace::WarpAccess& access) {
    work_ += races_.work_of(access);
    log_.access(access, step_, races_);
    if (work_ <= kMostWork) return;
    log_.end(races_);
    if (!stop()) stop_ = races_.stop_for(CheckStop::Reason::kWork, step_);
  }
  void note_unwritten(const UnwrittenLoads& loads) {
    const bool is_known =
        std::any_of(unwritten_.begin(), unwritten_.end(),
                    [&](const UnwrittenLoads& known) { return known.what == loads.what; });
    if (!is_known && unwritten_.size() < kMostUnwritten) unwritten_.push_back(loads);
  }

  Races races_;
  IntervalLog log_;
  uint32_t step_ = 0;
  uint64_t work_ = 0;  // in the block
  std::optional<CheckStop> stop_;
  trace::BlockId block_;
  std::vector<UnwrittenLoads> unwritten_;
};

}  // namespace warplens::observe
