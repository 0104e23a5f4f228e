// What is the same at every step of a run, found by reading the recording once: the arrays, which
// elements the block touches, where in each phase, the history of stores to shared memory, and what
// each phase does. All that asks about more than one step asks here.
#pragma once

#include <cstdint>
#include <vector>

#include "app/scene/arrays.hpp"
#include "app/scene/barrier_split.hpp"
#include "app/scene/moment.hpp"
#include "app/scene/questions/run_questions.hpp"
#include "app/scene/touched.hpp"
#include "sim/base/slice.hpp"
#include "sim/observe/recorded/phases.hpp"

namespace warplens::scene {

// The last store to an element of shared memory.
struct LastWrite {
  uint32_t step_plus_1 = 0;  // 0: never
  uint8_t lane = 0;          // in its warp
};

class Backdrop {
 public:
  explicit Backdrop(const run::Run& run);
  // Makes one, to be continued later. The run outlives this.
  class Making;

  const std::vector<Array>& arrays() const { return arrays_; }
  const Box& block_box(uint32_t array) const { return touched_[array].box(); }
  // Of the phase, or the nearest one in which the block touches the array, earlier ones first.
  Box focus(uint32_t array, uint32_t phase) const;
  bool block_touches(uint32_t array, uint64_t row, uint64_t column) const {
    return touched_[array].has(row, column);
  }
  // Whether an access of the phase may touch the element; false is certain.
  bool may_touch(uint32_t array, uint64_t element, uint32_t phase) const {
    return phase_ranges_[phase].strays ||
           phase_boxes_[phase * arrays_.size() + array].contains(element / arrays_[array].columns,
                                                                 element % arrays_[array].columns);
  }
  uint64_t used_columns(uint32_t array) const { return used_columns_[array]; }

  // By element of all shared arrays: its last write by a step before `step_end`. An array's
  // elements begin at write_offset().
  std::vector<LastWrite> last_writes(const trace::Recording& recording, uint32_t step_end) const;
  size_t write_offset(uint32_t array) const { return static_cast<size_t>(write_offset_[array]); }

  // Steps of the warp in the phase that belong to the statement, ascending.
  std::vector<uint32_t> steps_of(const run::Run& run, uint32_t warp, uint32_t phase,
                                 const lang::Stmt* statement) const;
  const std::vector<observe::PhasePart>& phase_parts() const { return phase_parts_; }
  const UnevenBarriers& barriers() const { return barriers_; }
  const std::optional<Product>& product() const { return product_; }
  const RunFacts& facts() const { return facts_; }

 private:
  struct Snapshot {
    std::vector<LastWrite> writes;  // of all shared arrays, one after another
  };
  struct PhaseRange {
    uint32_t first = 0xffffffff, last = 0;  // steps
    bool strays = false;  // an access in them is out of bounds, or crosses an array's end
  };

  struct Unread {};
  Backdrop(const run::Run& run, Unread);
  static Backdrop whole(const run::Run& run);
  void include(const trace::Access& access);
  // Places snapshots; how many elements one has.
  size_t plan_snapshots(const trace::Recording& recording);
  void apply_store(const trace::Access& access, std::vector<LastWrite>& writes) const;

  std::vector<Array> arrays_;
  std::optional<Product> product_;
  std::vector<Box> phase_boxes_;        // by phase x array
  std::vector<Touched> touched_;        // by array
  std::vector<uint64_t> used_columns_;  // by array
  std::vector<uint64_t> write_offset_;  // by array: of its first element in a snapshot
  std::vector<Snapshot> snapshots_;     // before step i * snapshot_interval_
  uint32_t snapshot_interval_ = 1;
  std::vector<observe::PhasePart> phase_parts_;
  std::vector<PhaseRange> phase_ranges_;  // by phase
  UnevenBarriers barriers_;
  RunFacts facts_;
};

class Backdrop::Making {
 public:
  explicit Making(const run::Run& run);
  base::Progress advance(base::Slice& slice);
  Backdrop take();  // when it is done

 private:
  const run::Run& run_;
  Backdrop made_;
  uint32_t step_ = 0;  // the next one that is read
  std::vector<LastWrite> writes_;
  observe::PhaseReader phases_;
};

// Calls visit(lane, array index, first element, end element) for each lane of the access that is
// in an array, in ascending order of lanes; of a store in the order in which it takes effect.
template <class Visit>
void for_each_lane(const std::vector<Array>& arrays, const trace::Access& access, Visit visit) {
  uint32_t known = 0;  // lanes of one access nearly always lie in one array
  const auto visit_lane = [&](uint32_t lane) {
    const uint64_t address = access.addresses[lane];
    const auto holds = [&](const Array& array) {
      return array.space == access.space && address >= array.base &&
             address - array.base < array.bytes;
    };
    if (known >= arrays.size() || !holds(arrays[known])) {
      const auto place = find_element(arrays, access.space, address);
      if (!place) return;
      known = place->array;
    }
    const Array& array = arrays[known];
    const uint64_t begin = (address - array.base) / array.element_bytes;
    const uint64_t end = (address - array.base + access.bytes - 1) / array.element_bytes + 1;
    visit(lane, known, begin, end < array.count() ? end : array.count());
  };
  const uint32_t lanes = access.mask & ~access.out_of_bounds;
  if (access.operation == trace::Operation::kStore)
    return trace::for_each_storing_lane(lanes, access.bytes, visit_lane);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((lanes >> lane & 1) != 0) visit_lane(lane);
  }
}

}  // namespace warplens::scene
