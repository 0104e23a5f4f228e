// Judges a whole program: what it prints, its findings and those of its launches, what it does with
// the device's memory, and whether its kernels have computed what it prints. Judging's part for it.
//
// A launch is executed under other schedules as the program reached it in order, and has to leave
// the same then.
#include <algorithm>
#include <utility>

#include "app/course/counts.hpp"
#include "app/course/judge.hpp"
#include "app/course/marks.hpp"
#include "app/course/printed_numbers.hpp"
#include "app/course/program_counts.hpp"
#include "app/course/program_trial.hpp"
#include "app/study/program.hpp"
#include "sim/base/say.hpp"

namespace warplens::course {

namespace {

// main() may go on for so long: so many times the reference's stretches, and some more.
constexpr uint64_t kMostOfStretches = 20, kStretchesMore = 64;

// Without its kernels a program misses three quarters of the numbers that the reference does.
constexpr size_t kPartsMissed = 3, kParts = 4;

uint64_t most_stretches(const CaseTruth& truth) {
  return kMostOfStretches * truth.program.stretches + kStretchesMore;
}

// Of several launches the first one that did not come to its end; nothing: all did.
std::optional<run::Ending> broken_off(const run::Runs& launches) {
  for (const auto& launch : launches) {
    if (launch->ending != run::Ending::kComplete) return launch->ending;
  }
  return std::nullopt;
}

bool is_unknown(run::Ending ending) {
  return run::is_cut(ending) || ending == run::Ending::kCancelled;
}

}  // namespace

struct Judging::ProgramCase {
  size_t index = 0;
  Where where;  // in order
  prepare::Request request;
  bool has_lanes = false;
};

void Judging::try_program(size_t index, uint64_t most_steps, bool has_lanes) {
  work_.add_step([this, index, most_steps, has_lanes] {
    if (is_settled() || steps_left_ == 0) {
      has_all_run_ = false;
      return;
    }
    const CaseTruth& truth = truth_->cases[index];
    const Where where{truth.at, exercise_->sizes[truth.at.size], {}};
    auto request =
        program_request(*exercise_, truth.at, verdict_.file.name(), text_, truth_->seed, budget_);
    if (!request) return not_launched(where, {base::placeless(request.error())});
    request->launch.step_limit = std::min(steps_left_, most_steps);
    const auto one =
        std::make_shared<const ProgramCase>(ProgramCase{index, where, *request, has_lanes});
    work_.add_part(std::make_shared<ProgramTrial>(*request, most_stretches(truth)),
                   [this, one](ProgramTrial& trial) {
                     const base::Checked<ProgramTried> tried = trial.take();
                     if (!tried) return not_launched(one->where, tried.error());
                     look_at_program(*one, *tried);
                   });
  });
}

void Judging::look_at_program(const ProgramCase& one, const ProgramTried& tried) {
  if (is_stopped_) return;
  const CaseTruth& truth = truth_->cases[one.index];
  uint64_t steps = 0;
  for (const auto& launch : tried.launches) steps += launch->steps;
  steps_left_ -= std::min(steps_left_, steps);
  if (tried.program == nullptr) {
    if (Mark* failed = to_fail(mark(MarkKind::kResult), one.where))
      failed->ended = sentence("its host code does not come to an end");
    cut(mark(MarkKind::kErrors), one.where, {});
    hold_counts(one.where, truth, run::Ending::kWorkLimit,
                std::vector<std::optional<double>>(exercise_->goals.size()));
    return;
  }
  const prepare::ReachedProgram& program = *tried.program;
  if (one.where.at.is_shown()) print(program.out);
  if (const observe::Finding* error = observe::first_error(program.findings)) {
    if (Mark* failed = to_fail(mark(MarkKind::kErrors), one.where)) failed->finding = *error;
  }
  look_at_launches(one.where, tried.launches);
  look_at_output(one, tried);
  hold_instructions(one.where, steps);
  uint32_t shared = 0;
  for (const auto& launch : tried.launches)
    shared = std::max(shared, launch->context->shared_bytes);
  if (truth.shared_bytes)
    compare(mark(MarkKind::kSharedBytes), one.where, Relation::kMost, shared,
            static_cast<double>(*truth.shared_bytes));
  hold_counts(one.where, truth, broken_off(tried.launches),
              counts_of(*exercise_, tried.launches, counted(program)));
  if (!tried.launches.empty()) {
    launch::Schedule schedule;
    schedule.order = launch::Order::kAdversarial;
    try_program_schedule(one, schedule, tried.launches);
    schedule.independent_lanes = true;
    if (one.has_lanes) try_program_schedule(one, schedule, tried.launches);
  }
  try_without_kernels(one, program);
}

// Errors of a program's launches, and what was not looked for.
void Judging::look_at_launches(const Where& where, const run::Runs& launches) {
  for (const auto& launch : launches) look_at_errors(where, launch);
}

void Judging::look_at_output(const ProgramCase& one, const ProgramTried& tried) {
  const prepare::ReachedProgram& program = *tried.program;
  Mark& result = mark(MarkKind::kResult);
  const std::optional<run::Ending> broken = broken_off(tried.launches);
  if (broken && is_unknown(*broken)) return cut(result, one.where, broken);
  if (program.launches.size() < program.all_launches) {
    for (Mark* unknown : {&result, &mark(MarkKind::kErrors)})
      cut(*unknown, one.where, run::Ending::kSequenceLimit);
  }
  if (!program.refused.empty() || !program.message.empty() || program.status != 0) {
    if (Mark* failed = to_fail(result, one.where)) failed->ended = study::ending_of(program);
  } else if (broken) {
    if (Mark* failed = to_fail(result, one.where)) failed->ending = *broken;
  } else if (auto wrong = wrong_output(*exercise_, truth_->cases[one.index], program.out)) {
    if (Mark* failed = to_fail(result, one.where)) failed->wrong = std::move(wrong);
  }
}

void Judging::try_program_schedule(const ProgramCase& one, const launch::Schedule& schedule,
                                   const run::Runs& in_order) {
  Where where = one.where;
  where.schedule = schedule;
  prepare::Request request = one.request;
  request.launch.schedule = schedule;
  work_.add_step([this, where, request, in_order] {
    if (is_settled() || steps_left_ == 0) {
      has_all_run_ = false;
      return;
    }
    work_.add_part(std::make_shared<run::SequenceRun>(request),
                   [this, where, in_order](run::SequenceRun& sequence) {
                     look_at_program_schedule(where, in_order, sequence.take());
                   });
  });
}

void Judging::look_at_program_schedule(const Where& where, const run::Runs& in_order,
                                       const base::Checked<run::Runs>& made) {
  if (!made) return not_launched(where, made.error());
  for (const auto& launch : *made) steps_left_ -= std::min(steps_left_, launch->steps);
  if (broken_off(*made) == run::Ending::kCancelled) is_stopped_ = true;
  look_at_launches(where, *made);
  Mark& result = mark(MarkKind::kResult);
  if (const std::optional<run::Ending> broken = broken_off(*made)) {
    if (is_unknown(*broken))
      cut(result, where, broken);
    else if (Mark* failed = to_fail(result, where))
      failed->ending = *broken;
    return;
  }
  if (exercise_->comparison != Comparison::kExact) return;
  for (size_t i = 0; i < made->size() && i < in_order.size(); ++i) {
    auto wrong = first_difference(*in_order[i], *(*made)[i]);
    if (!wrong) continue;
    if (Mark* failed = to_fail(result, where)) failed->wrong = std::move(wrong);
    return;
  }
}

// What is right with kernels that do nothing was computed by the host. Some may be so by chance.
void Judging::try_without_kernels(const ProgramCase& one, const prepare::ReachedProgram& program) {
  const CaseTruth& truth = truth_->cases[one.index];
  const std::optional<std::string> text = without_kernels(program);
  if (!text || truth.program.missed_without == 0) return;
  prepare::Request request = one.request;
  request.file = base::SourceFile(request.file.name(), *text);
  work_.add_part(std::make_shared<ProgramTrial>(std::move(request), most_stretches(truth), false),
                 [this, where = one.where, &truth](ProgramTrial& trial) {
                   const base::Checked<ProgramTried> tried = trial.take();
                   if (!tried || tried->program == nullptr) return;
                   const size_t missed = missed_numbers(*exercise_, truth, tried->program->out);
                   if (kParts * missed >= kPartsMissed * truth.program.missed_without) return;
                   if (Mark* failed = to_fail(mark(MarkKind::kResult), where))
                     failed->wrong.emplace().kind = WrongElement::Kind::kWithoutKernels;
                 });
}

}  // namespace warplens::course
