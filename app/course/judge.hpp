// Judges a hand-in: runs it at the shown size and at hidden ones, from inputs that it can't know,
// under three schedules, and holds its results, findings, counts and warp instructions against the
// reference's. Time is no part of it. What is not known to be right, because a limit ended a run,
// is cut and never passed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/course/compared.hpp"
#include "app/course/exercise.hpp"
#include "app/course/truth.hpp"
#include "app/study/section.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/slice.hpp"
#include "sim/base/source.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/launch/schedule.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/run/run.hpp"

namespace warplens::course {

// kOpen: not known yet.
enum class MarkState : uint8_t { kOpen, kPassed, kFailed, kCut };
// kResult: all arrays are right; of a program what it prints, which its kernels have computed.
// kErrors: nothing is found that is an error. kSharedBytes: of a block, where the exercise limits
// them. kInstructions: at most twice as many warp instructions as the reference, over the cases so
// far.
enum class MarkKind : uint8_t { kResult, kErrors, kGoal, kInstructions, kSharedBytes };

// A case under a schedule.
struct Where {
  Case at;
  Size size;
  launch::Schedule schedule;
};

struct Mark {
  MarkKind kind = MarkKind::kResult;
  MarkState state = MarkState::kOpen;
  std::optional<Goal> goal;                 // kGoal
  std::optional<double> shown_value;        // at the shown size, of what is counted
  std::optional<double> shown_bound;        // likewise
  std::optional<Where> where;               // where it first failed, or else was first cut
  std::optional<double> value, bound;       // there
  std::optional<run::Ending> ending;        // how the run ended there, if not by itself
  std::optional<WrongElement> wrong;        // kResult
  std::shared_ptr<const run::Run> run;      // kErrors: that has the finding
  std::optional<observe::Finding> finding;  // kErrors: its first error
  std::string problem;                      // why it can't be launched there, a sentence
  Text ended;                               // kResult: how a program ended, if not well
};

// kNotFinished: it does not compile, or can't be launched at the shown size. kUnusable: the
// exercise can't be judged.
enum class Outcome : uint8_t { kOpen, kPassed, kFailed, kNotFinished, kCut, kUnusable };

struct Verdict {
  Outcome outcome = Outcome::kOpen;
  std::string exercise;        // its id
  base::SourceFile file;       // the hand-in
  base::Diagnostics problems;  // kNotFinished
  std::string unusable;        // kUnusable: why, a sentence
  std::vector<Mark> marks;     // result, errors, goals, instructions, shared bytes
  std::string printed;         // what it prints at the shown size, in order: the first bytes
};

struct ProgramTried;

// The same verdict on any machine, for it has no time, path or name in it.
class Judging {
 public:
  // `truth`: of this exercise; null: it is worked out with the hand-in's own seed.
  Judging(std::shared_ptr<const Exercise> exercise, std::shared_ptr<const Truth> truth,
          std::string hand_in, Budget budget);
  Judging(const Judging&) = delete;
  Judging& operator=(const Judging&) = delete;
  base::Progress advance(base::Slice& slice);
  // advance() returns once the shown size is done, whatever is left of the slice.
  void pause_at_hidden() { pauses_ = true; }

  // As far as it is known. The shown size comes first.
  const Verdict& so_far() const { return verdict_; }
  bool is_shown_done() const { return is_shown_done_; }
  // When it is done.
  Verdict take() { return std::move(verdict_); }

 private:
  void make_marks();
  void try_case(size_t index);
  void try_schedules(size_t index);
  void run(size_t index, const launch::Schedule& schedule, uint64_t most_steps);
  void look(size_t index, const launch::Schedule& schedule, base::Checked<run::Runs> made);
  void look_at_result(const Where& where, const CaseTruth& truth, const run::Run& run);
  void look_at_errors(const Where& where, const std::shared_ptr<const run::Run>& run);
  void look_at_counts(const Where& where, const CaseTruth& truth, const run::Run& run);
  // Of what ended `where`; nothing of a goal: it is not counted.
  void hold_counts(const Where& where, const CaseTruth& truth, std::optional<run::Ending> cut_by,
                   const std::vector<std::optional<double>>& counts);
  void hold_instructions(const Where& where, uint64_t steps);
  void print(std::string_view text);
  // Of programs (program_judging.cpp).
  struct ProgramCase;
  void try_program(size_t index, uint64_t most_steps, bool has_lanes);
  void look_at_program(const ProgramCase& one, const ProgramTried& tried);
  void look_at_output(const ProgramCase& one, const ProgramTried& tried);
  void look_at_launches(const Where& where, const run::Runs& launches);
  void try_program_schedule(const ProgramCase& one, const launch::Schedule& schedule,
                            const run::Runs& in_order);
  void look_at_program_schedule(const Where& where, const run::Runs& in_order,
                                const base::Checked<run::Runs>& made);
  void try_without_kernels(const ProgramCase& one, const prepare::ReachedProgram& program);
  void not_launched(const Where& where, base::Diagnostics problems);
  base::Progress end_shown();
  void end();
  Mark& mark(MarkKind kind, size_t goal = 0);
  bool is_settled() const;

  const std::shared_ptr<const Exercise> exercise_;
  std::shared_ptr<const Truth> truth_;
  const std::string text_;
  const Budget budget_;
  uint64_t steps_left_;
  // Of the cases so far, in order: what they took, and what they may; and what the last one took.
  uint64_t steps_ = 0, most_steps_ = 0, last_steps_ = 0;
  Verdict verdict_;
  bool pauses_ = false, is_shown_done_ = false, is_stopped_ = false, has_all_run_ = true;
  base::WorkQueue work_;
};

// The same, at once.
Verdict judge(const Exercise& exercise, const std::string& hand_in, const Budget& budget = {});

// For a terminal and for JSON.
study::Section describe(const Verdict& verdict);
// "now 4,096, goal at most 128"; empty where nothing is counted or it has not run.
Text counted_text(const Mark& mark);
// What a mark is about: "the result", "sectors of all loads".
Text name_of(const Mark& mark);
// With what is asked for, where that is a number and known: "sectors of all loads: at most 128".
Text asked_text(const Mark& mark);
// "n = 33 (hidden), adversarial": what is usual is left out.
Text place_text(const Where& where);
// Why it failed or was cut, a sentence; empty where it is neither.
Text reason_text(const Mark& mark);
Sentence name_of(MarkState state);
const char* word(MarkKind kind);
const char* word(MarkState state);
const char* word(Outcome outcome);

}  // namespace warplens::course
