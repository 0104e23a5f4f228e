// One launch, executed as often as it takes: a launch runs in order. Where it can't end that way,
// it is run again by turns, and then by independent lanes where the device has them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/base/slice.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/execution.hpp"
#include "sim/run/run.hpp"

namespace warplens::run {

class LaunchRun {
 public:
  // As Execution has them; the request has a store.
  LaunchRun(Run& run, prepare::BoundLaunch& bound, bool pins_memory, Allowance& allowance);
  ~LaunchRun();
  LaunchRun(const LaunchRun&) = delete;
  LaunchRun& operator=(const LaunchRun&) = delete;

  // kDone: the run has its results but for memory_after, and bound.memory is what the launch left.
  base::Progress advance(base::Slice& slice);
  uint64_t blocks_done() const { return execution_ == nullptr ? 0 : execution_->blocks_done(); }
  std::shared_ptr<const Run> so_far() const;  // as Execution has it

 private:
  // kConflicts: in order, for the accesses that came first of those that race.
  enum class Attempt : uint8_t { kInOrder, kConflicts, kTurns, kLanes };
  // As everything was at some moment.
  struct State {
    Run run;
    machine::GlobalMemory memory;
    Allowance allowance;
  };

  void begin();
  std::optional<Attempt> next_after(Outcome outcome);
  bool may_depend_on_lanes(const Outcome& outcome) const;
  State state() const { return {run_, bound_.memory, allowance_}; }
  void be(const State& state);
  void add(const observe::Finding& finding);

  Run& run_;
  prepare::BoundLaunch& bound_;
  const bool pins_memory_;
  Allowance& allowance_;
  Attempt attempt_ = Attempt::kInOrder;
  TurnsWanted turns_;
  std::optional<State> before_;                  // where the launch may have to be executed again
  std::optional<prepare::Request> own_request_;  // while kConflicts has another
  // kLanes: what it is instead of.
  std::optional<State> stuck_;
  Outcome stuck_outcome_;
  std::unique_ptr<Execution> execution_;
};

}  // namespace warplens::run
