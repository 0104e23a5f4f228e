// Executes one bound launch once, with its observers, and looks again at what they give reason to.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/machine/grid/grid.hpp"
#include "sim/observe/observers.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/block_starts.hpp"
#include "sim/run/run.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::run {

class OneWayBranches;

// What remains of the limits of a sequence of launches.
struct Allowance {
  uint64_t steps = 0;
  uint64_t set_up = 0;
  uint64_t work = 0;  // [weighted steps]
  uint64_t record_bytes = 0;
  uint64_t starts_bytes = 0;
};
Allowance allowance_of(const prepare::Request& request);  // of all its launches

// Blocks that take turns.
struct TurnsWanted {
  launch::Schedule schedule;  // `resident` is at least 1
  bool was_needed = false;
  std::vector<bool> is_delayed;  // machine::Scheduling
};

// What decides whether the launch is executed again.
struct Outcome {
  machine::StopReason reason = machine::StopReason::kDone;
  std::vector<machine::StuckThreads> stuck;  // who could not go on
  std::vector<bool> earlier_sites;           // observe::Checks
};

// The arrays of a launch.
observe::MemoryLayout layout_of(const machine::GridContext& context,
                                const machine::GlobalMemory& memory);

class Execution {
 public:
  // On bound.memory; `run` has its request, program, context and device, `allowance` is reduced at
  // the end. All outlive this. `pins_memory`: memory_before_block, where this launch is the one
  // shown.
  Execution(Run& run, prepare::BoundLaunch& bound, bool pins_memory, Allowance& allowance,
            std::optional<TurnsWanted> turns);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  base::Progress advance(base::Slice& slice);
  // When it is done: fills in the run's results except memory_after. Once.
  Outcome finish();
  uint64_t blocks_done() const { return grid_->end().blocks_done; }
  // The run as it is now, once the recorded block is through and others are left; else null.
  std::shared_ptr<const Run> so_far() const;

 private:
  uint64_t own_step_limit() const;
  observe::Wanted wanted() const;
  void set_grid_options();
  void set_scheduling();
  void watch();
  bool records() const { return request_.record || request_.launch.checks.hints; }
  bool follows_hints() const { return request_.launch.checks.hints && !turns_; }
  bool follows_unwritten() const;
  bool has_unwritten_variables() const;
  void keep_start();
  void look_at_recorded_block(trace::BlockId block);
  void end_grid();
  void follow_blocks(uint64_t begun);
  void look_for_hints();
  void look_for_hints_on(const model::Device& device);
  void take_recording();
  void note_turns();
  void note_counts(Run& run, bool has_ended) const;
  void add_unwritten(std::vector<observe::Finding>& found, bool in_lockstep) const;
  void reduce_allowance();

  Run& run_;
  const prepare::Request& request_;
  machine::GlobalMemory& memory_;
  const bool pins_memory_;
  Allowance& allowance_;
  const std::optional<TurnsWanted> turns_;
  const observe::MemoryLayout layout_;
  const uint64_t most_work_;  // [weighted steps]
  std::unique_ptr<observe::Observers> observers_;
  trace::Recorder recorder_;
  const bool has_shuffles_;
  // That may be read unwritten, of Program::bare_declarations.
  const std::vector<bool> variables_;
  BlockStartsKeeper starts_;
  machine::GridOptions options_;
  std::unique_ptr<machine::GridRun> grid_;
  bool has_grid_ended_ = false;
  base::WorkQueue work_;     // comes before more of the grid
  bool is_reached_ = false;  // the recorded block has begun
  // Memory as the recorded block found it, while that block runs.
  std::optional<machine::GlobalMemory> before_block_;
  // Memory as the grid found it, where blocks may be followed from there.
  std::optional<machine::GlobalMemory> before_grid_;
  std::optional<std::vector<observe::Finding>> in_recorded_block_;  // unwritten reads
  std::vector<observe::Finding> unwritten_;
  std::vector<observe::Finding> followed_hints_;
  std::unique_ptr<OneWayBranches> branches_;
  std::shared_ptr<const trace::Recording> hinted_;     // the recording that hints are found in
  std::vector<std::vector<observe::Finding>> advice_;  // by device; empty while the grid runs
  // Where blocks take turns.
  std::shared_ptr<std::vector<machine::ForeignStore>> foreign_stores_;
  bool are_foreign_stores_cut_ = false;
};

}  // namespace warplens::run
