#include "app/course/truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "app/course/compared.hpp"
#include "app/course/counts.hpp"
#include "app/course/inputs.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::course {

namespace {

bool is_output(const Exercise& exercise, const std::string& name) {
  return std::any_of(exercise.arrays.begin(), exercise.arrays.end(), [&](const Array& array) {
    return array.name == name && array.role != Role::kInput;
  });
}

// The oracle of a sum has two arrays of doubles in place of each output.
void give_sums(const Exercise& exercise, launch::Launch& launch) {
  std::vector<launch::Argument> arguments;
  for (launch::Argument& argument : launch.arguments) {
    if (!is_output(exercise, argument.name)) {
      arguments.push_back(std::move(argument));
      continue;
    }
    for (const char* what : {"_value", "_magnitude"}) {
      launch::Argument sum = argument;
      sum.name += what;
      auto& array = std::get<launch::ArrayArgument>(sum.value);
      array.element = base::Scalar::kDouble;
      array.fill = {};
      array.fill.kind = launch::FillKind::kZero;
      arguments.push_back(std::move(sum));
    }
  }
  launch.arguments = std::move(arguments);
}

std::string number_words(double value) {
  return value == static_cast<double>(static_cast<uint64_t>(value))
             ? base::grouped(static_cast<uint64_t>(value))
             : fmt::format("{:.4g}", value);
}

}  // namespace

base::Result<prepare::Request, std::string> request_of(const Exercise& exercise, const Case& at,
                                                       const std::string& text_name,
                                                       const std::string& text, uint64_t seed,
                                                       const Budget& budget) {
  base::Result<launch::Launch, std::string> launch =
      launch_at(exercise, exercise.sizes[at.size], text);
  if (!launch) return base::fail(launch.error());
  prepare::Request request;
  request.file = base::SourceFile(text_name, text);
  request.launch = std::move(*launch);
  request.launch.checks.hints = false;
  request.launch.threads = 1;  // grading has a thread a hand-in
  request.record = counts_first_block(exercise);
  request.read_file = give_inputs(exercise, at, seed, request.launch);
  request.store = std::make_shared<prepare::RunStore>(
      prepare::MemoryLimits{.arrays = budget.bytes, .spare = budget.bytes, .kept = budget.bytes});
  return request;
}

std::map<std::string, std::string> place_values(const Exercise& exercise, const Truth& truth) {
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : exercise.sizes.front()) values[name] = std::to_string(value);
  const CaseTruth& shown = truth.cases.front();
  for (size_t i = 0; i < exercise.goals.size(); ++i) {
    const Goal& goal = exercise.goals[i];
    values[goal.id] = number_words(goal.bound.value_or(shown.counts[i]));
    if (i < truth.starter.size() && truth.starter[i])
      values[goal.id + "_now"] = number_words(*truth.starter[i]);
  }
  if (shown.shared_bytes) values["shared_bytes"] = base::grouped(*shown.shared_bytes);
  return values;
}

TruthRun::TruthRun(std::shared_ptr<const Exercise> exercise, uint64_t seed, Budget budget)
    : exercise_(std::move(exercise)), budget_(budget), steps_left_(budget.steps) {
  truth_.seed = seed;
  for (const Case& at : cases_of(*exercise_)) {
    work_.add_step([this, at] {
      truth_.cases.emplace_back().at = at;
      if (exercise_->is_program) {
        if (!exercise_->oracle.empty()) add_program_oracle(at);
        add_program_reference(at);
        return;
      }
      if (!exercise_->oracle.empty()) add_oracle(at);
      add_reference(at);
    });
  }
  work_.add_step([this] { exercise_->is_program ? add_program_starter() : add_starter(); });
}

base::Progress TruthRun::advance(base::Slice& slice) {
  return work_.advance(slice);
}

void TruthRun::fail(const std::string& problem) {
  if (!problem_.empty()) return;
  problem_ = say("the exercise '{exercise}' can't be judged: {problem}",
                 "exercise"_a = exercise_->id, "problem"_a = problem);
}

// Each text has to end by itself, and without an error.
void TruthRun::run(base::Result<prepare::Request, std::string> request,
                   std::function<void(const run::Run&)> end) {
  if (!problem_.empty()) return;
  if (!request) return fail(request.error());
  if (steps_left_ == 0) return fail(say("its texts take more than the budget"));
  request->launch.step_limit = steps_left_;
  const base::SourceFile file = request->file;
  work_.add_part(std::make_shared<run::SequenceRun>(*request),
                 [this, file, end = std::move(end)](run::SequenceRun& sequence) {
                   const base::Checked<run::Runs> runs = sequence.take();
                   if (!runs) return fail(base::render(runs.error(), file));
                   const run::Run& run = *runs->front();
                   steps_left_ -= std::min(steps_left_, run.steps);
                   if (const observe::Finding* error = observe::first_error(run.findings))
                     return fail(base::render(base::at(error->span, error->message), file));
                   if (run.ending != run::Ending::kComplete)
                     return fail(say("'{file}' does not come to its end", "file"_a = file.name()));
                   end(run);
                 });
}

void TruthRun::add_oracle(const Case& at) {
  auto request = request_of(*exercise_, at, "oracle.cu", exercise_->oracle, truth_.seed, budget_);
  if (request) {
    request->launch.kernel.clear();
    if (exercise_->comparison == Comparison::kSum) give_sums(*exercise_, request->launch);
  }
  run(std::move(request), [this](const run::Run& run) {
    for (const auto& [name, bytes] : arrays_after(run)) truth_.cases.back().right[name] = bytes;
  });
}

void TruthRun::add_reference(const Case& at) {
  run(request_of(*exercise_, at, "reference.cu", exercise_->reference, truth_.seed, budget_),
      [this](const run::Run& run) {
        CaseTruth& truth = truth_.cases.back();
        truth.steps = run.steps;
        note_size(truth);
        if (exercise_->oracle.empty()) {
          for (const auto& [name, bytes] : arrays_after(run)) truth.right[name] = bytes;
        }
        if (const auto wrong = first_wrong(*exercise_, truth, truth_.seed, run))
          return fail(say("'{file}' leaves {found} in {element}, not {expected}",
                          "file"_a = "reference.cu", "found"_a = wrong->found,
                          "element"_a = wrong->element, "expected"_a = wrong->expected));
        hold_goals(counts_of(*exercise_, run));
      });
}

// What the exercise works out of the size.
void TruthRun::note_size(CaseTruth& truth) const {
  const Size& size = exercise_->sizes[truth.at.size];
  if (!exercise_->terms.empty())
    truth.terms = static_cast<double>(*number_at(exercise_->terms, size));
  if (!exercise_->most_shared.empty())
    truth.shared_bytes = *number_at(exercise_->most_shared, size);
}

// The reference has to reach what it asks of others.
void TruthRun::hold_goals(const std::vector<std::optional<double>>& counts) {
  CaseTruth& truth = truth_.cases.back();
  for (size_t i = 0; i < counts.size(); ++i) {
    const Goal& goal = exercise_->goals[i];
    if (!counts[i]) return fail(say("a run has no '{fact}'", "fact"_a = goal.facts.front()));
    if (truth.at.is_shown() && goal.bound && !is_met(goal.relation, *counts[i], *goal.bound))
      return fail(say("'{file}' does not reach the goal '{goal}'", "file"_a = "reference.cu",
                      "goal"_a = goal.id));
    truth.counts.push_back(*counts[i]);
  }
}

// It may be as wrong as it likes, but for its counts it has to run.
void TruthRun::add_starter() {
  auto request = request_of(*exercise_, cases_of(*exercise_).front(), "starter.cu",
                            exercise_->starter, truth_.seed, budget_);
  if (!request || !problem_.empty() || steps_left_ == 0) return;
  request->launch.step_limit = steps_left_;
  work_.add_part(std::make_shared<run::SequenceRun>(*request), [this](run::SequenceRun& sequence) {
    const base::Checked<run::Runs> runs = sequence.take();
    if (runs && runs->front()->ending == run::Ending::kComplete)
      truth_.starter = counts_of(*exercise_, *runs->front());
  });
}

base::Result<Truth, std::string> TruthRun::take() {
  if (!problem_.empty()) return base::fail(problem_);
  return std::move(truth_);
}

}  // namespace warplens::course
