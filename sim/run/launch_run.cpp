#include "sim/run/launch_run.hpp"

#include <algorithm>
#include <utility>

#include "sim/code/program_facts.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/run/launch_findings.hpp"

namespace warplens::run {

namespace {

using machine::StopReason;

// Whether a thread may see what others do while it waits: only then can a loop that repeats itself
// end.
bool may_poll(const code::Program& program) {
  return code::waits_at_mbarriers(program) ||
         std::any_of(program.sites.begin(), program.sites.end(), [](const auto& site) {
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

}  // namespace

LaunchRun::LaunchRun(Run& run, prepare::BoundLaunch& bound, bool pins_memory, Allowance& allowance)
    : run_(run),
      bound_(bound),
      pins_memory_(pins_memory),
      allowance_(allowance),
      turns_{bound.request.launch.schedule, false, {}} {
  const bool takes_turns = turns_.schedule != launch::Schedule{};
  if (takes_turns) {
    const bool is_adversarial = turns_.schedule.order == launch::Order::kAdversarial;
    attempt_ = is_adversarial ? Attempt::kConflicts : Attempt::kTurns;
  }
  if (takes_turns || may_poll(*run.program)) before_ = state();
}

LaunchRun::~LaunchRun() = default;

base::Progress LaunchRun::advance(base::Slice& slice) {
  for (;;) {
    if (execution_ == nullptr) begin();
    if (execution_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    Outcome outcome = execution_->finish();
    const std::optional<Attempt> next = next_after(std::move(outcome));
    if (!next) return base::Progress::kDone;
    execution_.reset();
    attempt_ = *next;
  }
}

std::shared_ptr<const Run> LaunchRun::so_far() const {
  const bool is_shown = execution_ != nullptr && attempt_ != Attempt::kConflicts;
  return is_shown ? execution_->so_far() : nullptr;
}

void LaunchRun::begin() {
  std::optional<TurnsWanted> turns;
  if (attempt_ == Attempt::kConflicts) {
    own_request_ = bound_.request;
    bound_.request.record = false;
    bound_.request.launch.checks.races = true;
  } else if (attempt_ != Attempt::kInOrder) {
    be(*before_);
    turns = turns_;
    turns->schedule = with_resident(turns_.schedule, run_);
  }
  execution_ =
      std::make_unique<Execution>(run_, bound_, pins_memory_, allowance_, std::move(turns));
}

// What comes next when an attempt has ended; nothing: it was the last.
std::optional<LaunchRun::Attempt> LaunchRun::next_after(Outcome outcome) {
  if (attempt_ == Attempt::kConflicts) {
    bound_.request = *own_request_;
    turns_.is_delayed = std::move(outcome.earlier_sites);
    return Attempt::kTurns;
  }
  if (attempt_ == Attempt::kInOrder && outcome.reason == StopReason::kSpins && before_) {
    turns_.was_needed = true;
    return Attempt::kTurns;
  }
  if (attempt_ == Attempt::kLanes) {
    if (outcome.reason != StopReason::kDeadlock) {
      add(lockstep_finding(*run_.context, stuck_outcome_.stuck));
      return std::nullopt;
    }
    be(*stuck_);
    outcome = std::move(stuck_outcome_);
  } else if (outcome.reason != StopReason::kSpins && outcome.reason != StopReason::kDeadlock) {
    return std::nullopt;
  } else if (!turns_.schedule.independent_lanes && may_depend_on_lanes(outcome)) {
    stuck_ = state();
    stuck_outcome_ = std::move(outcome);
    turns_.was_needed = turns_.schedule.independent_lanes = true;
    return Attempt::kLanes;
  }
  add(deadlock_finding(*run_.context, layout_of(*run_.context, bound_.memory), outcome.stuck));
  return std::nullopt;
}

bool LaunchRun::may_depend_on_lanes(const Outcome& outcome) const {
  return before_ && !run_.device.runs_in_lockstep() && run_.program->subroutines.empty() &&
         std::any_of(outcome.stuck.begin(), outcome.stuck.end(), [](const auto& stuck) {
           using Reason = machine::StuckThreads::Reason;
           return stuck.reason == Reason::kSpin || stuck.reason == Reason::kMbarrier;
         });
}

void LaunchRun::be(const State& state) {
  run_ = state.run;
  bound_.memory = state.memory;
  allowance_ = state.allowance;
}

void LaunchRun::add(const observe::Finding& finding) {
  for (std::vector<observe::Finding>* findings : {&run_.findings, &run_.other_findings}) {
    findings->push_back(finding);
    observe::sort_by_place(*findings);
  }
}

}  // namespace warplens::run
