// An observer that sums Totals and AccessRows over the grid while it runs. No event is kept: a
// site's row is found by index, the array by comparing the address with the row's last one, and an
// access whose pattern was here before takes the cost that it had then (cost_memory.hpp).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "sim/analysis/cost_memory.hpp"
#include "sim/analysis/finding_log.hpp"
#include "sim/analysis/memory_layout.hpp"
#include "sim/analysis/totals.hpp"
#include "sim/model/atomics.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::analysis {

struct Summary {
  Totals totals;
  std::vector<AccessRow> accesses;  // in order of line, column, space, op, array
  std::vector<Finding> findings;    // in order of place
};

class TotalsAccumulator : public trace::Observer {
 public:
  TotalsAccumulator(std::shared_ptr<const code::Program> program, MemoryLayout layout,
                    std::array<uint32_t, 3> block_extent, model::Device device);

  void block_begins(trace::BlockId block) override { block_ = block; }
  void access(const trace::WarpAccess& access) override;
  void local_out_of_bounds(const trace::LocalFault& fault) override {
    findings_.local_out_of_bounds(fault, block_);
  }

  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) override {
    findings_.lane_event(warp, event, index, mask, block_);
  }

  // Of atomics of shared memory that are loops, so far; each counts as kRoundsToBegin more.
  uint64_t atomic_rounds() const { return atomic_rounds_; }
  // The cost of the access that was reported last.
  const trace::StepCost& latest_cost() const { return latest_cost_; }
  // What was counted so far.
  Summary finish() const;

  // Nothing was observed; what the constructor was given stays.
  void clear();
  // As if what `later` observed, of the same grid, had been observed here now.
  void merge(const TotalsAccumulator& later);

 private:
  struct ArraySums {
    uint64_t begin = 0, bytes = 0;  // of the array; an access that begins there needs no search
    uint32_t array = kNoArray;
    trace::Space space = trace::Space::kGlobal;
    SharedTotal shared;
    GlobalTotal global;
    ConstantTotal constant;
    uint64_t lanes = 0;
  };
  struct Site {
    std::vector<ArraySums> sums;  // one per array that the instruction touched
    uint32_t latest = 0;
    // Of the shared array that the text indexes by name, with a size that the text gives: an index
    // beyond it may well land in the next array. [bytes]; no such array: 0.
    uint64_t named_begin = 0, named_bytes = 0;
    model::AtomicRule rule;  // where it reaches shared memory
    bool is_loop = false;    // then
    trace::Operation operation = trace::Operation::kLoad;
    CostMemory costs;
  };
  static constexpr uint32_t kMostPending = 1u << 30;
  uint32_t lanes_outside_named(const trace::WarpAccess& access) const;
  // By the models; of an atomic that is a loop, what it finds counts too.
  AccessCost count(const trace::WarpAccess& access) const;
  void add(const trace::WarpAccess& access, const AccessCost& cost);
  // What access() does but for accesses that repeat, apart from it so that it is short.
  [[gnu::noinline]] void count_alone(const trace::WarpAccess& access);
  [[gnu::noinline]] void remember(const trace::WarpAccess& access, uint32_t phase,
                                  KnownCost& known);
  static void set_bases(const Site& site, const trace::WarpAccess& access, uint32_t index,
                        KnownCost& known);
  static void add_to(ArraySums& sums, trace::Operation operation, uint32_t mask,
                     const AccessCost& cost, uint64_t times);
  // The sums with what is pending.
  static std::vector<ArraySums> summed(const Site& site);
  [[gnu::noinline]] static void flush(Site& site, KnownCost& known);
  // Of an atomic of shared memory that is a loop.
  model::SharedCost loop_cost(const trace::WarpAccess& access) const;
  ArraySums& sums_of(const trace::WarpAccess& access);
  ArraySums& search_sums(Site& site, trace::Space space, uint64_t address);

  std::shared_ptr<const code::Program> program_;
  MemoryLayout layout_;
  model::Device device_;
  std::vector<Site> sites_;
  FindingLog findings_;
  trace::BlockId block_;
  uint64_t bank_period_ = 0;  // [bytes]
  uint64_t atomic_rounds_ = 0;
  trace::StepCost latest_cost_;
};

}  // namespace warplens::analysis
