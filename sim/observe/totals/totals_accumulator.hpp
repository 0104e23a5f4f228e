// An observer that sums Totals and AccessRows over the grid while it runs. No event is kept: a
// site is found by index, its array by comparing the address with the bounds of the latest one, and
// an access whose pattern repeats takes the cost that was worked out before (cost_memory.hpp).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "sim/model/atomics.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/totals/cost_memory.hpp"
#include "sim/observe/totals/finding_log.hpp"
#include "sim/observe/totals/totals.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

struct Summary {
  Totals totals;
  std::vector<AccessRow> accesses;  // in order of line, column, space, kind, array
  std::vector<Finding> findings;    // in order of place
};

class TotalsAccumulator : public trace::Observer {
 public:
  // `are_races_looked_for`: counts as work, too. `most_work`: of instructions and accesses.
  TotalsAccumulator(std::shared_ptr<const code::Program> program, MemoryLayout layout,
                    std::array<uint32_t, 3> block_extent, model::Device device,
                    bool are_races_looked_for = true, uint64_t most_work = ~uint64_t{0});

  void block_begins(trace::BlockId block) override { block_ = block; }
  void access(const trace::WarpAccess& access) override;
  void local_fault(const trace::LocalFault& fault) override {
    findings_.local_fault(fault, block_);
  }

  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) override {
    findings_.lane_event(warp, event, index, mask, block_);
  }

  void bulk_fault(const trace::BulkFault& fault) override { findings_.bulk_fault(fault, block_); }
  void mbarrier_fault(const trace::MbarrierFault& fault) override {
    findings_.mbarrier_fault(fault, block_);
  }

  // What simulating the accesses has cost so far, in weighted steps (access_work.hpp), and the
  // rounds of atomics of shared memory that are loops; each atomic counts kRoundsToBegin more.
  uint64_t work() const { return work_; }
  // The cost of an access of the program.
  trace::StepCost cost_of(const trace::WarpAccess& access) const;
  // What was counted so far.
  Summary finish() const;

  std::unique_ptr<trace::Observer> for_chunk(Apart) override;
  void clear() override;
  void merge(trace::Observer& chunk) override;
  bool is_too_much(uint64_t work) const override {
    return work + work_ + (of_ == nullptr ? 0 : of_->work_) > most_work_;
  }

 private:
  struct ArraySums {
    uint64_t begin = 0, bytes = 0;  // of the array; an access that begins there needs no search
    uint32_t array = kNoArray;
    trace::Space space = trace::Space::kGlobal;
    trace::Operation operation = trace::Operation::kLoad;
    AccessKind kind = AccessKind::kLoad;
    bool is_source = false;  // the side of a copy that is read
    SharedTotal shared;
    GlobalTotal global;
    ConstantTotal constant;
    BulkTotal bulk;
    uint64_t lanes = 0;
  };
  struct Site {
    std::vector<ArraySums> sums;  // one per array that the instruction touched
    uint32_t latest = 0;
    // Of the shared array that the text indexes by name, if the text gives its size; 0: no such
    // array. An index past its end may be an address in the next array. [bytes]
    uint64_t named_begin = 0, named_bytes = 0;
    model::AtomicRule rule;  // for accesses of shared memory
    bool is_loop = false;    // by that rule
    CostMemory costs;
  };
  static constexpr uint32_t kMostPending = 1u << 30;
  // Whether the cost of such an access is the same each time.
  static bool may_repeat(const Site& site, const trace::WarpAccess& access) {
    return access.addresses.pattern() != nullptr && access.out_of_bounds == 0 &&
           !(site.is_loop && access.space == trace::Space::kShared);
  }
  uint32_t phase_of(const trace::WarpAccess& access) const {
    return CostMemory::phase_of(
        access, access.space == trace::Space::kShared ? bank_period_ : model::kLineBytes);
  }
  uint32_t lanes_outside_named(const trace::WarpAccess& access) const;
  // The models' cost, which for an atomic that is a loop depends on what it finds; of no copy.
  AccessCost count(const trace::WarpAccess& access) const;
  void add(const trace::WarpAccess& access, trace::Operation operation, const AccessCost& cost);
  // The rest of access(), not inlined so that the path of repeated accesses is short.
  [[gnu::noinline]] void count_copy(const trace::WarpAccess& access);
  [[gnu::noinline]] void count_alone(const trace::WarpAccess& access);
  [[gnu::noinline]] void remember(const trace::WarpAccess& access, uint32_t phase,
                                  KnownCost& known);
  static void set_bases(const Site& site, const trace::WarpAccess& access, uint32_t index,
                        KnownCost& known);
  static void add_to(ArraySums& sums, uint32_t mask, const AccessCost& cost, uint64_t times);
  // The sums with what is pending.
  static std::vector<ArraySums> summed(const Site& site);
  [[gnu::noinline]] static void flush(Site& site, KnownCost& known);
  // `operation`: a copy for each of its sides.
  ArraySums& sums_of(const trace::WarpAccess& access, trace::Operation operation);
  ArraySums& search_sums(const trace::WarpAccess& access, trace::Operation operation,
                         uint64_t address);

  std::shared_ptr<const code::Program> program_;
  MemoryLayout layout_;
  model::Device device_;
  std::vector<Site> sites_;
  FindingLog findings_;
  trace::BlockId block_;
  uint64_t bank_period_ = 0;  // [bytes]
  const bool are_races_looked_for_;
  const uint64_t most_work_;               // of this and of_
  const TotalsAccumulator* of_ = nullptr;  // a chunk's: the one that it is merged into
  uint64_t work_ = 0;
};

}  // namespace warplens::observe
