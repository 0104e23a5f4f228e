// What is right of an exercise whose texts are whole programs: TruthRun's part for them.
#include <algorithm>
#include <utility>

#include "app/course/counts.hpp"
#include "app/course/printed_numbers.hpp"
#include "app/course/program_counts.hpp"
#include "app/course/program_trial.hpp"
#include "app/course/truth.hpp"
#include "app/study/program.hpp"
#include "sim/base/say.hpp"

namespace warplens::course {

namespace {

// Of main() and its launches, for the exercise's own texts. (ProgramTrial::kStretch)
constexpr uint64_t kMostStretches = 4'000;

// Why a text of the exercise can't be what others are held against; empty: it can.
std::string problem_of(const ProgramTried& tried, const base::SourceFile& file) {
  if (tried.program == nullptr)
    return say("'{file}' does not come to its end", "file"_a = file.name());
  const prepare::ReachedProgram& program = *tried.program;
  if (!program.refused.empty() || !program.message.empty() || program.status != 0)
    return say("'{file}': {ending}", "file"_a = file.name(),
               "ending"_a = study::ending_of(program));
  if (const observe::Finding* error = observe::first_error(program.findings))
    return base::render(base::at(error->span, error->message), file);
  for (const auto& launch : tried.launches) {
    if (const observe::Finding* error = observe::first_error(launch->findings))
      return base::render(base::at(error->span, error->message), file);
    if (launch->ending != run::Ending::kComplete)
      return say("'{file}' does not come to its end", "file"_a = file.name());
  }
  return "";
}

}  // namespace

void TruthRun::run_program(base::Result<prepare::Request, std::string> request,
                           bool looks_at_launches, ProgramEnd end) {
  if (!problem_.empty()) return;
  if (!request) return fail(request.error());
  if (steps_left_ == 0) return fail(say("its texts take more than the budget"));
  request->launch.step_limit = steps_left_;
  const base::SourceFile file = request->file;
  work_.add_part(std::make_shared<ProgramTrial>(*request, kMostStretches, looks_at_launches),
                 [this, file, end = std::move(end)](ProgramTrial& trial) {
                   const base::Checked<ProgramTried> tried = trial.take();
                   if (!tried) return fail(base::render(tried.error(), file));
                   for (const auto& launch : tried->launches)
                     steps_left_ -= std::min(steps_left_, launch->steps);
                   if (const std::string problem = problem_of(*tried, file); !problem.empty())
                     return fail(problem);
                   end(*tried);
                 });
}

void TruthRun::add_program_oracle(const Case& at) {
  run_program(
      program_request(*exercise_, at, "oracle.cu", exercise_->oracle, truth_.seed, budget_), false,
      [this](const ProgramTried& tried) {
        if (!take_right_numbers(*exercise_, tried.program->out, truth_.cases.back().program))
          fail(say("'{file}' does not print the numbers that are right", "file"_a = "oracle.cu"));
      });
}

void TruthRun::add_program_reference(const Case& at) {
  run_program(
      program_request(*exercise_, at, "reference.cu", exercise_->reference, truth_.seed, budget_),
      true, [this, at](const ProgramTried& tried) {
        take_program_reference(tried);
        add_reference_without_kernels(at, *tried.program);
      });
}

void TruthRun::take_program_reference(const ProgramTried& tried) {
  CaseTruth& truth = truth_.cases.back();
  const std::string& output = tried.program->out;
  for (const auto& launch : tried.launches) truth.steps += launch->steps;
  truth.program.stretches = tried.stretches;
  note_size(truth);
  if (exercise_->oracle.empty() && !take_right_numbers(*exercise_, output, truth.program))
    return fail(say("'{file}' prints no number", "file"_a = "reference.cu"));
  if (wrong_output(*exercise_, truth, output))
    return fail(say("'{file}' prints other numbers than '{other}'", "file"_a = "reference.cu",
                    "other"_a = "oracle.cu"));
  hold_goals(counts_of(*exercise_, tried.launches, counted(*tried.program)));
}

// Numbers that are right by chance, as a zero in fresh memory, say nothing of where they are from.
void TruthRun::add_reference_without_kernels(const Case& at,
                                             const prepare::ReachedProgram& program) {
  const std::optional<std::string> text = without_kernels(program);
  if (!text || !problem_.empty()) return;
  auto request = program_request(*exercise_, at, "reference.cu", *text, truth_.seed, budget_);
  if (!request) return;
  work_.add_part(
      std::make_shared<ProgramTrial>(*request, kMostStretches, false), [this](ProgramTrial& trial) {
        const base::Checked<ProgramTried> tried = trial.take();
        CaseTruth& truth = truth_.cases.back();
        if (tried && tried->program != nullptr)
          truth.program.missed_without = missed_numbers(*exercise_, truth, tried->program->out);
      });
}

// As a kernel's, it may be wrong.
void TruthRun::add_program_starter() {
  auto request = program_request(*exercise_, cases_of(*exercise_).front(), "starter.cu",
                                 exercise_->starter, truth_.seed, budget_);
  if (!request || !problem_.empty() || steps_left_ == 0) return;
  request->launch.step_limit = steps_left_;
  work_.add_part(
      std::make_shared<ProgramTrial>(*request, kMostStretches), [this](ProgramTrial& trial) {
        const base::Checked<ProgramTried> tried = trial.take();
        if (tried && tried->program != nullptr)
          truth_.starter = counts_of(*exercise_, tried->launches, counted(*tried->program));
      });
}

}  // namespace warplens::course
