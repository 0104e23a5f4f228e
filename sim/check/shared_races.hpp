// Races in shared memory, found interval by interval: a barrier orders all that is before it.
#pragma once

#include <memory>
#include <optional>

#include "sim/check/interval_log.hpp"
#include "sim/check/races.hpp"

namespace warplens::check {

class SharedRaces : public trace::Observer {
 public:
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
    if (!unwritten_ && log_.loads_unwritten()) unwritten_ = block_;
  }
  void warp_syncs(uint32_t warp, uint32_t mask) override { log_.warp_syncs(warp, mask); }
  void lanes_return(uint32_t warp, uint32_t mask) override { log_.lanes_return(warp, mask); }

  void clear() {
    races_.clear();
    unwritten_.reset();
  }
  void merge(const SharedRaces& later) {
    races_.merge(later.races_);
    if (!unwritten_) unwritten_ = later.unwritten_;
  }
  // The first block that loaded bytes of shared memory before it wrote them, if one did.
  std::optional<trace::BlockId> loads_unwritten() const { return unwritten_; }
  const Races& races() const { return races_; }

 private:
  Races races_;
  IntervalLog log_;
  uint32_t step_ = 0;
  trace::BlockId block_;
  std::optional<trace::BlockId> unwritten_;
};

}  // namespace warplens::check
