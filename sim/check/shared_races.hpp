// Races in shared memory, found interval by interval: a barrier orders all that is before it.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "sim/check/interval_log.hpp"
#include "sim/check/races.hpp"

namespace warplens::check {

class SharedRaces : public trace::Observer {
 public:
  static constexpr size_t kMostUnwritten = 4;

  SharedRaces(std::shared_ptr<const code::Program> program, const RaceScope& scope)
      : races_(std::move(program), scope, Watched::kShared) {}

  void block_begins(trace::BlockId block) override {
    log_.begin_block();
    block_ = block;
    races_.block_begins(block);
    step_ = 0;
  }
  void access(const trace::WarpAccess& access) override {
    if (access.space == trace::Space::kShared) log_.access(access, step_);
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
  void warp_syncs(uint32_t warp, uint32_t mask) override { log_.warp_syncs(warp, mask); }
  void lanes_return(uint32_t warp, uint32_t mask) override { log_.lanes_return(warp, mask); }

  void clear() {
    races_.clear();
    unwritten_.clear();
  }
  void merge(const SharedRaces& later) {
    races_.merge(later.races_);
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

 private:
  void note_unwritten(const UnwrittenLoads& loads) {
    const bool is_known =
        std::any_of(unwritten_.begin(), unwritten_.end(),
                    [&](const UnwrittenLoads& known) { return known.what == loads.what; });
    if (!is_known && unwritten_.size() < kMostUnwritten) unwritten_.push_back(loads);
  }

  Races races_;
  IntervalLog log_;
  uint32_t step_ = 0;
  trace::BlockId block_;
  std::vector<UnwrittenLoads> unwritten_;
};

}  // namespace warplens::check
