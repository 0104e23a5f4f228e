#include "app/course/judge.hpp"

#include <algorithm>
#include <utility>

#include "app/course/counts.hpp"
#include "app/course/inputs.hpp"
#include "app/course/marks.hpp"
#include "sim/base/say.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::course {

namespace {

// Twice the reference's instructions are allowed, over the sizes so far: at one that tiles don't
// fit an honest way may take more. A text that has failed by that is let go on for as much again,
// to say more about it; an endless one ends soon.
constexpr uint64_t kMostOfReference = 2, kTriedOfMost = 2;
constexpr uint64_t kAlwaysTried = 4'096;  // warp instructions
// Other schedules take what order does, but for threads that wait for others.
constexpr uint64_t kTriedOfOrder = 4;
// A lane by itself takes a warp instruction for each of its own.
constexpr uint64_t kLanes = 32;
// Lanes run by themselves where the reference takes at most so many warp instructions.
constexpr uint64_t kSmall = 20'000;
constexpr size_t kMostPrinted = 4'000;  // [bytes] that a verdict has of what it prints

bool is_in_order(const launch::Schedule& schedule) {
  return schedule == launch::Schedule{};
}

}  // namespace

Judging::Judging(std::shared_ptr<const Exercise> exercise, std::shared_ptr<const Truth> truth,
                 std::string hand_in, Budget budget)
    : exercise_(std::move(exercise)),
      truth_(std::move(truth)),
      text_(std::move(hand_in)),
      budget_(budget),
      steps_left_(budget.steps) {
  verdict_.exercise = exercise_->id;
  verdict_.file = base::SourceFile("hand-in.cu", text_);
  make_marks();
  if (truth_ == nullptr) {
    work_.add_part(std::make_shared<TruthRun>(exercise_, seed_of(*exercise_, text_), budget_),
                   [this](TruthRun& run) {
                     base::Result<Truth, std::string> made = run.take();
                     if (made)
                       truth_ = std::make_shared<const Truth>(std::move(*made));
                     else
                       verdict_.unusable = made.error();
                   });
  }
  work_.add_step([this] {
    if (truth_ == nullptr) {
      verdict_.outcome = Outcome::kUnusable;
      return;
    }
    for (size_t i = 0; i < truth_->cases.size(); ++i) {
      work_.add_step([this, i] { try_case(i); });
      if (i == 0) work_.add([this](base::Slice&) { return end_shown(); });
    }
    work_.add_step([this] { end(); });
  });
}

base::Progress Judging::advance(base::Slice& slice) {
  if (slice.is_cancelled()) is_stopped_ = true;
  return work_.advance(slice);
}

void Judging::make_marks() {
  const auto add = [&](MarkKind kind) -> Mark& {
    Mark& mark = verdict_.marks.emplace_back();
    mark.kind = kind;
    return mark;
  };
  add(MarkKind::kResult);
  add(MarkKind::kErrors);
  for (const Goal& goal : exercise_->goals) add(MarkKind::kGoal).goal = goal;
  add(MarkKind::kInstructions);
  if (!exercise_->most_shared.empty()) add(MarkKind::kSharedBytes);
}

Mark& Judging::mark(MarkKind kind, size_t goal) {
  const auto first = std::find_if(verdict_.marks.begin(), verdict_.marks.end(),
                                  [&](const Mark& one) { return one.kind == kind; });
  return *(first + static_cast<std::ptrdiff_t>(goal));
}

// Nothing that is still tried can change whether it passes.
bool Judging::is_settled() const {
  return is_stopped_ || verdict_.outcome != Outcome::kOpen ||
         std::all_of(verdict_.marks.begin(), verdict_.marks.end(),
                     [](const Mark& one) { return one.state != MarkState::kOpen; });
}

void Judging::try_case(size_t index) {
  most_steps_ += kMostOfReference * truth_->cases[index].steps;
  const uint64_t most = kTriedOfMost * most_steps_;
  const uint64_t tried = most - std::min(most, steps_) + kAlwaysTried;
  if (exercise_->is_program) {
    // All its schedules have one limit: main() is executed once.
    const bool has_lanes = truth_->cases[index].steps <= kSmall;
    return try_program(index, tried * kTriedOfOrder * (has_lanes ? kLanes : 1), has_lanes);
  }
  run(index, {}, tried);
  work_.add_step([this, index] { try_schedules(index); });
}

void Judging::try_schedules(size_t index) {
  launch::Schedule schedule;
  schedule.order = launch::Order::kAdversarial;
  const uint64_t most = kTriedOfOrder * last_steps_ + kAlwaysTried;
  run(index, schedule, most);
  if (truth_->cases[index].steps > kSmall) return;
  schedule.independent_lanes = true;
  run(index, schedule, kLanes * most);
}

void Judging::run(size_t index, const launch::Schedule& schedule, uint64_t most_steps) {
  work_.add_step([this, index, schedule, most_steps] {
    if (is_settled()) {
      has_all_run_ = false;
      return;
    }
    const Case& at = truth_->cases[index].at;
    const Where where{at, exercise_->sizes[at.size], schedule};
    auto request = request_of(*exercise_, at, verdict_.file.name(), text_, truth_->seed, budget_);
    if (!request) return not_launched(where, {base::placeless(request.error())});
    request->launch.schedule = schedule;
    request->launch.step_limit = std::min(steps_left_, most_steps);
    if (steps_left_ == 0) {
      has_all_run_ = false;
      return;
    }
    work_.add_part(std::make_shared<run::SequenceRun>(*request),
                   [this, index, schedule](run::SequenceRun& sequence) {
                     look(index, schedule, sequence.take());
                   });
  });
}

void Judging::not_launched(const Where& where, base::Diagnostics problems) {
  if (where.at.is_shown() && is_in_order(where.schedule)) {
    verdict_.outcome = Outcome::kNotFinished;
    verdict_.problems = std::move(problems);
  } else if (is_in_order(where.schedule)) {
    if (Mark* failed = to_fail(mark(MarkKind::kResult), where))
      failed->problem = problems.front().message;
  } else {
    // It ran in order: lanes of a text that calls itself don't go on by themselves.
    for (const MarkKind kind : {MarkKind::kResult, MarkKind::kErrors}) {
      Mark& unknown = mark(kind);
      if (unknown.state != MarkState::kOpen) continue;
      cut(unknown, where, {});
      unknown.problem = problems.front().message;
    }
  }
}

void Judging::look(size_t index, const launch::Schedule& schedule, base::Checked<run::Runs> made) {
  const CaseTruth& truth = truth_->cases[index];
  const Where where{truth.at, exercise_->sizes[truth.at.size], schedule};
  if (!made) return not_launched(where, made.error());
  const std::shared_ptr<const run::Run> run = made->front();
  steps_left_ -= std::min(steps_left_, run->steps);
  if (run->ending == run::Ending::kCancelled) is_stopped_ = true;
  look_at_errors(where, run);
  look_at_result(where, truth, *run);
  if (!is_in_order(schedule)) return;
  look_at_counts(where, truth, *run);
  if (!where.at.is_shown()) return;
  for (const observe::PrintLine& line : run->prints.lines) print(line.text);
}

void Judging::print(std::string_view text) {
  verdict_.printed +=
      text.substr(0, kMostPrinted - std::min(kMostPrinted, verdict_.printed.size()));
}

void Judging::look_at_errors(const Where& where, const std::shared_ptr<const run::Run>& run) {
  Mark& errors = mark(MarkKind::kErrors);
  if (const observe::Finding* error = observe::first_error(run->findings)) {
    if (Mark* failed = to_fail(errors, where)) {
      failed->run = run;
      failed->finding = *error;
    }
  } else if (run::is_cut(run->ending) || run->ending == run::Ending::kCancelled) {
    cut(errors, where, run->ending);
  } else if (!run->check_stops.empty()) {
    cut(errors, where, run::Ending::kComplete);
  }
}

void Judging::look_at_result(const Where& where, const CaseTruth& truth, const run::Run& run) {
  Mark& result = mark(MarkKind::kResult);
  if (run::is_cut(run.ending) || run.ending == run::Ending::kCancelled) {
    cut(result, where, run.ending);
  } else if (run.ending != run::Ending::kComplete) {
    if (Mark* failed = to_fail(result, where)) failed->ending = run.ending;
  } else if (auto wrong = first_wrong(*exercise_, truth, truth_->seed, run)) {
    if (Mark* failed = to_fail(result, where)) failed->wrong = std::move(wrong);
  }
}

void Judging::look_at_counts(const Where& where, const CaseTruth& truth, const run::Run& run) {
  hold_instructions(where, run.steps);
  if (truth.shared_bytes)
    compare(mark(MarkKind::kSharedBytes), where, Relation::kMost, run.context->shared_bytes,
            static_cast<double>(*truth.shared_bytes));
  const bool is_whole = run.ending == run::Ending::kComplete;
  hold_counts(where, truth, is_whole ? std::nullopt : std::optional(run.ending),
              counts_of(*exercise_, run));
}

void Judging::hold_instructions(const Where& where, uint64_t steps) {
  last_steps_ = steps;
  steps_ += steps;
  compare(mark(MarkKind::kInstructions), where, Relation::kMost, static_cast<double>(steps_),
          static_cast<double>(most_steps_));
}

void Judging::hold_counts(const Where& where, const CaseTruth& truth,
                          std::optional<run::Ending> cut_by,
                          const std::vector<std::optional<double>>& counts) {
  if (cut_by) cut(mark(MarkKind::kInstructions), where, cut_by);
  for (size_t i = 0; i < counts.size(); ++i) {
    Mark& goal = mark(MarkKind::kGoal, i);
    if (cut_by) {
      cut(goal, where, cut_by);
      continue;
    }
    const std::optional<double> stated = where.at.is_shown() ? goal.goal->bound : std::nullopt;
    if (counts[i])
      compare(goal, where, goal.goal->relation, *counts[i], stated.value_or(truth.counts[i]));
    else
      to_fail(goal, where);
  }
}

base::Progress Judging::end_shown() {
  const bool is_again = std::exchange(is_shown_done_, true);
  return pauses_ && !is_again ? base::Progress::kMore : base::Progress::kDone;
}

void Judging::end() {
  if (verdict_.outcome != Outcome::kOpen) return;
  bool any_failed = false, any_cut = false;
  for (Mark& one : verdict_.marks) {
    if (one.state == MarkState::kOpen)
      one.state = has_all_run_ && !is_stopped_ ? MarkState::kPassed : MarkState::kCut;
    any_failed = any_failed || one.state == MarkState::kFailed;
    any_cut = any_cut || one.state == MarkState::kCut;
  }
  verdict_.outcome = any_failed ? Outcome::kFailed : any_cut ? Outcome::kCut : Outcome::kPassed;
}

Verdict judge(const Exercise& exercise, const std::string& hand_in, const Budget& budget) {
  Judging judging(std::make_shared<const Exercise>(exercise), nullptr, hand_in, budget);
  return base::whole(judging);
}

}  // namespace warplens::course
