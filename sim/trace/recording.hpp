// The events of one block, kept compactly and immutable once finished. Addresses that are affine in
// the lane (the usual case) take 16 bytes instead of 256.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "sim/trace/observer.hpp"
#include "sim/trace/pack.hpp"
#include "sim/trace/step_index.hpp"

namespace warplens::trace {

using LaneNumbers = std::array<uint64_t, kWarpSize>;
using RecordedSide = SideOf<LaneNumbers>;

// A recorded access, unpacked. `step` is its index in the recording; lanes outside `mask` hold 0.
struct Access : AccessOf<LaneNumbers> {
  uint32_t step = 0;
  uint32_t interval = 0;               // barrier interval: how many barriers the block had passed
  uint32_t phase = 0;                  // index into Recording::phases
  std::optional<RecordedSide> source;  // as WarpAccess::source
  std::array<uint64_t, kWarpSize> values{};
  std::array<uint64_t, kWarpSize> high_values{};  // of 16 bytes the second 8
  std::array<uint64_t, kWarpSize> results{};      // atomics
  std::array<Origin, kWarpSize> origins{};        // stores

  // As WarpAccess::for_each_side().
  template <class Visit>
  void for_each_side(Visit visit) const {
    if (operation != Operation::kCopy) return visit(*this);
    Access one = *this;
    one.source.reset();
    if (source) {
      static_cast<RecordedSide&>(one) = *source;
      one.operation = Operation::kLoad;
      visit(static_cast<const Access&>(one));
    }
    static_cast<RecordedSide&>(one) = *this;
    one.operation = Operation::kStore;
    visit(static_cast<const Access&>(one));
  }
};

// The part of an access that a timeline needs, without unpacking.
struct AccessHead {
  uint32_t warp = 0, site = 0, mask = 0;
  uint32_t interval = 0, phase = 0;
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  uint8_t bytes = 4;
  uint8_t lane = 0;  // the first of the threads'; where pieces take the place of lanes, whose it is
};

// The models' cost of an access on a device (sim/observe/totals/step_cost.hpp), in the unit of its
// memory.
struct StepCost {
  uint16_t paid = 0;   // shared: wavefronts; constant: broadcasts; global: sectors
  uint16_t ideal = 0;  // the least possible for the same bytes
  uint16_t lines = 0;  // global
  friend bool operator==(const StepCost&, const StepCost&) = default;
};
using StepCosts = std::vector<StepCost>;  // one a step of a recording

// Steps of one iteration of a phase loop, or of the text outside one. A block's warps share phases:
// the k-th iteration of a loop is one phase for all of them. If a loop is entered again (it is
// inside another), its iterations continue to count, and warps share a phase if they are in the
// same iteration of the same entry. After an inner phase loop, the outer one's phase continues;
// after the outermost, another phase outside begins with the next access.
struct Phase {
  static constexpr uint32_t kOutside = 0xffffffff;
  uint32_t loop = kOutside;  // index into code::Program::phase_loops
  uint32_t iteration =
      0;  // counted from 0 over the block; kOutside: how many phases outside came before
  bool has_value = false;
  int64_t value = 0;  // of the induction variable
};

// A warp arrives at a barrier before step `step` (of the whole block), and is released at
// `release_step`.
struct BarrierWait {
  uint32_t warp = 0, pc = 0, mask = 0;
  uint32_t step = 0, release_step = 0;
  uint32_t interval = 0;  // the interval that the barrier ends
};

// A printf that lanes of a warp executed before step `step` (of the whole block).
struct Print {
  uint32_t step = 0, warp = 0;
  uint32_t print = 0;  // index into code::Program::prints
  uint32_t mask = 0;
  std::vector<std::array<uint64_t, kWarpSize>> arguments;  // bits; lanes outside the mask hold 0
};

// An event of lanes of a warp before step `step`.
struct LaneNote {
  uint32_t step = 0, warp = 0;
  LaneEvent event = LaneEvent::kAssertFailed;
  uint32_t index = 0;  // as LaneEvent says
  uint32_t mask = 0;
};

// What became of asynchronous copies before step `step` (of the whole block): lanes made a group of
// theirs, waited for groups, left what they have begun to mbarriers, or the bytes that they copied
// were there.
struct CopyNote {
  enum class Kind : uint8_t { kCommit, kWait, kHandOver, kArrival };
  Kind kind = Kind::kCommit;
  uint32_t step = 0, warp = 0, mask = 0;
  uint32_t interval = 0;  // as Access::interval
  uint32_t pc = 0;        // but of a kArrival
  uint32_t newest = 0;    // of a kWait: the groups that its first lane does not wait for
  bool is_all = false;    // of a kWait: also for what is in no group yet
  bool is_bulk = false;   // of a kCommit or kWait: of copies in bulk
  uint32_t copy = 0;      // of a kArrival: the step that began the copy
};

// What lanes of a warp, or copies that they have begun, did at one mbarrier before step `step`.
struct MbarrierNote {
  MbarrierStep::Kind kind = MbarrierStep::Kind::kInit;
  uint32_t step = 0, warp = 0, pc = 0;
  uint32_t mask = 0, ended = 0;  // as MbarrierStep has them
  uint32_t interval = 0;         // as Access::interval
  uint32_t address = 0;          // an offset in the block's shared memory
  uint64_t word = 0;             // behind the last of the lanes
};

// Addresses, values, results, origins and the values' second halves of every step, packed by shape
// (affine, equal, raw).
struct PackedStep {
  uint64_t offset = 0;  // into PackedLanes::bytes
  uint16_t shapes = 0;  // two bits each: addresses, values, results, origins, high_values
  uint32_t out_of_bounds = 0;
};
// What only copies, and accesses of matrices have besides: the side that is read, and whose values.
struct PackedCopy {
  uint32_t step = 0;
  Layout layout = Layout::kLane;
  uint8_t lane = 0;
  bool continues = false;
  uint16_t group = 0;
  uint32_t value_mask = 0;
  bool has_source = false;
  SideOf<Shape> source;  // its addresses packed at `offset`
  uint64_t offset = 0;   // into PackedLanes::bytes
};
struct PackedLanes {
  std::vector<PackedStep> steps;
  std::vector<PackedCopy> copies;  // by step
  std::vector<std::byte> bytes;
};

// Immutable after Recorder::finish().
struct Recording {
  static constexpr size_t kMaxNotes = 4096;
  // The views of phases and barriers grow with their number, more than a recording does.
  static constexpr size_t kMaxPhases = 50'000;
  static constexpr size_t kMaxWaits = 1'000'000;  // warps at a barrier
  BlockId block;
  std::vector<Phase> phases;       // in order of first appearance; [0] is the text before any loop
  std::vector<BarrierWait> waits;  // in order of arrival
  std::vector<uint32_t>
      releases;  // step before which each barrier opened; interval i ends at releases[i]
  std::vector<Print> prints;            // in order; the first kMaxNotes
  std::vector<LaneNote> notes;          // likewise
  std::vector<CopyNote> copies;         // in order
  std::vector<MbarrierNote> mbarriers;  // in order
  uint64_t prints_in_block = 0;         // also those that were not kept
  uint64_t notes_in_block = 0;
  uint32_t warps = 0;
  bool is_cut = false;             // the budget ended before the block did
  uint64_t accesses_in_block = 0;  // also those that were cut

  std::vector<AccessHead> heads;  // one a step
  PackedLanes lanes;              // the 32-lane part of each step

  uint32_t size() const { return static_cast<uint32_t>(heads.size()); }
  Access at(uint32_t step) const;
  // Made when it is first asked for, of the finished recording.
  const StepIndex& steps() const;

 private:
  mutable std::once_flag is_indexed_;
  mutable std::unique_ptr<const StepIndex> steps_;
};

// Records one block and ignores the others. `budget` is in bytes of all that is kept: packed
// events, phases and barriers.
class Recorder : public Observer {
 public:
  // Returns the cost of the access that is recorded.
  using CostOf = std::function<StepCost(const WarpAccess&)>;
  // Without `cost_of` no costs are kept.
  Recorder(BlockId block, uint32_t warps, uint64_t budget, CostOf cost_of = {});
  void block_begins(BlockId block) override;
  Observer* hearer_of_accesses() override { return is_recording_ ? this : nullptr; }
  void block_ends(BlockId block) override;
  void access(const WarpAccess& access) override;
  void phase(uint32_t warp, uint32_t phase_loop, bool entered, bool has_value,
             int64_t value) override;
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void barrier_releases() override;
  void prints(uint32_t warp, uint32_t print, uint32_t mask,
              const PrintArguments& arguments) override;
  void lane_event(uint32_t warp, LaneEvent event, uint32_t index, uint32_t mask) override;
  void copies_commit(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void copies_wait(uint32_t warp, uint32_t pc, const CopyWait& wait) override;
  void copies_hand_over(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void bulk_commits(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void bulk_waits(uint32_t warp, uint32_t pc, const CopyWait& wait, bool reads) override;
  void mbarrier(const MbarrierStep& step) override;
  void copy_arrives(uint32_t warp, uint32_t copy, uint32_t mask) override;
  uint64_t bytes() const override;  // of what is kept
  // The costs of the recorded steps; not part of the recording, because they depend on the device.
  StepCosts take_costs() { return std::exchange(costs_, {}); }
  // The finished recording; empty if the block never ran. Call once.
  std::shared_ptr<const Recording> finish();

 private:
  // Identifies the phase that a warp is in: all warps with the same key share it.
  struct PhaseKey {
    uint32_t loop = Phase::kOutside;
    uint32_t entry =
        0;  // how often the warp has entered the loop; outside: how many loops it has left
    uint32_t iteration = 0;  // of this entry
    auto operator<=>(const PhaseKey&) const = default;
  };
  struct WarpState {
    std::vector<PhaseKey> loops;    // phase loops the warp is in, outermost first
    std::vector<uint32_t> entries;  // by loop
    uint32_t loops_left = 0;        // outermost ones
    PhaseKey key;                   // of `phase`
    uint32_t phase = 0;             // index into phases
  };
  bool has_room(uint64_t bytes) const;
  bool keeps(uint64_t bytes);
  uint32_t phase_index(const PhaseKey& key, bool has_value, int64_t value);
  void enter_phase(WarpState& warp, const PhaseKey& key, bool has_value, int64_t value);
  void keep(const CopyNote& note);

  BlockId wanted_;
  uint64_t budget_;
  CostOf cost_of_;
  StepCosts costs_;
  uint64_t print_bytes_ = 0;
  bool is_recording_ = false;
  uint32_t interval_ = 0;
  uint32_t waits_open_ = 0;  // index of the first wait of the current interval
  std::vector<WarpState> warps_;
  std::map<PhaseKey, uint32_t> phase_of_;
  std::vector<uint32_t> iterations_;  // phases made so far, by loop
  std::vector<uint32_t> copy_steps_;  // by a copy's number in the block
  std::shared_ptr<Recording> recording_;
};

}  // namespace warplens::trace
