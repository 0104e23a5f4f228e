// What is counted and printed while a chunk of blocks runs beside others. It has accumulators and a
// log of its own, which are merged into the run's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/machine/grid.hpp"
#include "sim/observe/checks.hpp"
#include "sim/observe/print_log.hpp"
#include "sim/observe/totals/totals_accumulator.hpp"

namespace warplens::run {

// The largest count of any of them.
inline uint64_t most_work(const std::vector<observe::TotalsAccumulator*>& of) {
  uint64_t most = 0;
  for (const observe::TotalsAccumulator* one : of) most = std::max(most, one->work());
  return most;
}

class ChunkLog : public machine::ChunkObserver {
 public:
  // `totals` and `prints` are the run's and outlive this: an accumulator for each device.
  // `most_work`: of instructions and accesses, over the grid, in weighted steps. `in_turns`: as
  // ChunkChecks has it.
  ChunkLog(std::vector<observe::TotalsAccumulator*> totals, observe::PrintLog& prints,
           observe::Checks& checks, uint64_t most_work, observe::Races* in_turns = nullptr)
      : run_totals_(std::move(totals)),
        run_prints_(prints),
        run_checks_(checks),
        most_work_(most_work),
        prints_(prints),
        checks_(checks, in_turns) {
    for (const observe::TotalsAccumulator* one : run_totals_) totals_.push_back(*one);
  }

  // Of the access that was reported last, on the first device.
  trace::StepCost latest_cost() const { return totals_.front().latest_cost(); }

  void begin() override {
    for (observe::TotalsAccumulator& one : totals_) one.clear();
    prints_.clear();
    checks_.clear();
  }
  bool is_too_much(uint64_t work) const override {
    for (size_t i = 0; i < totals_.size(); ++i) {
      if (work + run_totals_[i]->work() + totals_[i].work() > most_work_) return true;
    }
    return checks_.is_cut_beside(run_checks_);
  }
  uint64_t bytes() const override { return checks_.bytes(); }
  void merge() override {
    for (size_t i = 0; i < totals_.size(); ++i) run_totals_[i]->merge(totals_[i]);
    run_prints_.merge(prints_);
    run_checks_.merge(checks_);
  }

  void block_begins(trace::BlockId block) override {
    for (observe::TotalsAccumulator& one : totals_) one.block_begins(block);
    prints_.block_begins(block);
    checks_.block_begins(block);
  }
  void access(const trace::WarpAccess& access) override {
    for (observe::TotalsAccumulator& one : totals_) one.access(access);
    checks_.access(access);
  }
  bool wants_stored_values() const override { return checks_.wants_stored_values(); }
  void block_ends(trace::BlockId block) override { checks_.block_ends(block); }
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override {
    checks_.barrier_arrives(warp, pc, mask);
  }
  void barrier_releases() override { checks_.barrier_releases(); }
  void lanes_return(uint32_t warp, uint32_t mask) override { checks_.lanes_return(warp, mask); }
  void warp_ends(uint32_t warp) override { checks_.warp_ends(warp); }
  void warp_syncs(uint32_t warp, uint32_t mask) override { checks_.warp_syncs(warp, mask); }
  void fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) override {
    checks_.fence(warp, scope, mask);
  }
  void local_fault(const trace::LocalFault& fault) override {
    for (observe::TotalsAccumulator& one : totals_) one.local_fault(fault);
  }
  void prints(uint32_t warp, uint32_t print, uint32_t mask,
              const std::vector<std::array<uint64_t, trace::kWarpSize>>& arguments) override {
    prints_.prints(warp, print, mask, arguments);
  }
  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) override {
    for (observe::TotalsAccumulator& one : totals_) one.lane_event(warp, event, index, mask);
    checks_.lane_event(warp, event, index, mask);
  }

 private:
  std::vector<observe::TotalsAccumulator*> run_totals_;
  observe::PrintLog& run_prints_;
  observe::Checks& run_checks_;
  const uint64_t most_work_;
  std::vector<observe::TotalsAccumulator> totals_;  // parallel to the run's
  observe::PrintLog prints_;
  observe::ChunkChecks checks_;
};

}  // namespace warplens::run
