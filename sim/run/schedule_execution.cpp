// A launch runs in order. Where it can't end that way, it is run again: by turns, and then by
// independent lanes.
#include <algorithm>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/run/deadlock.hpp"
#include "sim/run/execution.hpp"

namespace warplens::run {

namespace {

using machine::StopReason;

// Whether a thread may see what others store while it waits: only then can a loop that repeats
// itself end.
bool may_poll(const code::Program& program) {
  return std::any_of(program.sites.begin(), program.sites.end(), [](const auto& site) {
    return site.is_volatile || site.operation == code::Operation::kAtomic;
  });
}

uint64_t bytes_of_block(const machine::GridContext& context, bool independent_lanes) {
  const code::Program& program = *context.program;
  constexpr uint64_t kCounts = uint64_t{64} << 10;  // what a block's counts take, about
  constexpr uint64_t kPutAway = 12;                 // [bytes] of a lane's slot (block_fibers.cpp)
  const uint64_t lanes =
      independent_lanes ? context.block.count() * program.register_slots * kPutAway : 0;
  return kCounts + context.shared_bytes + lanes +
         context.warps_per_block() * machine::warp_bytes(program, false);
}

launch::Schedule with_resident(launch::Schedule schedule, const Run& run) {
  const machine::GridContext& context = *run.context;
  uint64_t resident = schedule.resident != 0
                          ? schedule.resident
                          : run.device.resident_blocks(context.block.count(), context.shared_bytes);
  const uint64_t room = kResidentBytes / bytes_of_block(context, schedule.independent_lanes);
  resident = std::min({resident, std::max<uint64_t>(1, room), context.grid.count()});
  schedule.resident = static_cast<uint32_t>(std::max<uint64_t>(1, resident));
  return schedule;
}

// A launch that may have to be executed more than once.
class Attempts {
 public:
  Attempts(Run& run, prepare::BoundLaunch& bound, const ExecutionOptions& options,
           Allowance& allowance)
      : run_(run),
        bound_(bound),
        options_(options),
        allowance_(allowance),
        wanted_(bound.request.launch.schedule) {
    if (wanted_ != launch::Schedule{} || may_poll(*run.program)) {
      blank_ = run;
      memory_ = bound.memory;
      allowance_before_ = allowance;
    }
  }

  void execute() {
    TurnsWanted turns{wanted_, false, {}};
    Outcome outcome;
    if (wanted_ == launch::Schedule{}) {
      outcome = execute_once(run_, bound_, options_, allowance_, nullptr);
      if (outcome.reason == StopReason::kSpins && blank_) {
        turns.was_needed = true;
        outcome = take_turns(turns);
      }
    } else {
      if (wanted_.order == launch::Order::kAdversarial) turns.is_delayed = find_conflicts();
      outcome = take_turns(turns);
    }
    if (outcome.reason != StopReason::kSpins && outcome.reason != StopReason::kDeadlock) return;
    if (!turns.schedule.independent_lanes && may_depend_on_lanes(outcome) &&
        try_independent_lanes(turns, outcome)) {
      return;
    }
    add(deadlock_finding(*run_.context, outcome.stuck));
  }

 private:
  void start_again() {
    run_ = *blank_;
    bound_.memory = *memory_;
    allowance_ = allowance_before_;
  }

  Outcome take_turns(const TurnsWanted& wanted) {
    start_again();
    TurnsWanted turns = wanted;
    turns.schedule = with_resident(wanted.schedule, run_);
    return execute_once(run_, bound_, options_, allowance_, &turns);
  }

  // The accesses that came first of those that race, in order.
  std::vector<bool> find_conflicts() {
    const prepare::Request request = bound_.request;
    bound_.request.record = false;
    bound_.request.launch.checks.races = true;
    const Outcome outcome = execute_once(run_, bound_, {}, allowance_, nullptr);
    bound_.request = request;
    return outcome.earlier_sites;
  }

  bool may_depend_on_lanes(const Outcome& outcome) const {
    return blank_ && !run_.device.runs_in_lockstep() && run_.program->subroutines.empty() &&
           std::any_of(outcome.stuck.begin(), outcome.stuck.end(), [](const auto& stuck) {
             return stuck.reason == machine::StuckThreads::Reason::kSpin;
           });
  }

  // Whether the launch ends where lanes progress independently. If not, the run is as it was.
  bool try_independent_lanes(TurnsWanted turns, const Outcome& stuck) {
    const Run run_so_far = run_;
    machine::GlobalMemory memory_so_far = bound_.memory;
    const Allowance allowance_so_far = allowance_;
    turns.was_needed = turns.schedule.independent_lanes = true;
    if (take_turns(turns).reason != StopReason::kDeadlock) {
      add(lockstep_finding(*run_.context, stuck.stuck));
      return true;
    }
    run_ = run_so_far;
    bound_.memory = std::move(memory_so_far);
    allowance_ = allowance_so_far;
    return false;
  }

  void add(const observe::Finding& finding) {
    for (std::vector<observe::Finding>* findings : {&run_.findings, &run_.other_findings}) {
      findings->push_back(finding);
      observe::sort_by_place(*findings);
    }
  }

  Run& run_;
  prepare::BoundLaunch& bound_;
  const ExecutionOptions& options_;
  Allowance& allowance_;
  const launch::Schedule wanted_;
  // As everything was before, where that may be needed again.
  std::optional<Run> blank_;
  std::optional<machine::GlobalMemory> memory_;
  Allowance allowance_before_;
};

}  // namespace

void execute(Run& run, prepare::BoundLaunch& bound, const ExecutionOptions& options,
             Allowance& allowance) {
  Attempts(run, bound, options, allowance).execute();
}

}  // namespace warplens::run
