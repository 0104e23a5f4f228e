// What is counted and printed while a chunk of blocks runs beside others, in an accumulator and a
// log of its own, until it is merged into the run's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/analysis/print_log.hpp"
#include "sim/analysis/totals_accumulator.hpp"
#include "sim/machine/grid.hpp"

namespace warplens::engine {

class ChunkLog : public machine::ChunkObserver {
 public:
  // The run's, which outlive it. `most_rounds`: of atomics, over the grid.
  ChunkLog(analysis::TotalsAccumulator& totals, analysis::PrintLog& prints, uint64_t most_rounds)
      : run_totals_(totals),
        run_prints_(prints),
        most_rounds_(most_rounds),
        totals_(totals),
        prints_(prints) {}

  void begin() override {
    totals_.clear();
    prints_.clear();
  }
  bool is_too_much() const override {
    return run_totals_.atomic_rounds() + totals_.atomic_rounds() > most_rounds_;
  }
  void merge() override {
    run_totals_.merge(totals_);
    run_prints_.merge(prints_);
  }

  void block_begins(trace::BlockId block) override {
    totals_.block_begins(block);
    prints_.block_begins(block);
  }
  void access(const trace::WarpAccess& access) override { totals_.access(access); }
  void local_out_of_bounds(const trace::LocalFault& fault) override {
    totals_.local_out_of_bounds(fault);
  }
  void prints(uint32_t warp, uint32_t print, uint32_t mask,
              const std::vector<std::array<uint64_t, trace::kWarpSize>>& arguments) override {
    prints_.prints(warp, print, mask, arguments);
  }
  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) override {
    totals_.lane_event(warp, event, index, mask);
  }

 private:
  analysis::TotalsAccumulator& run_totals_;
  analysis::PrintLog& run_prints_;
  const uint64_t most_rounds_;
  analysis::TotalsAccumulator totals_;
  analysis::PrintLog prints_;
};

}  // namespace warplens::engine
