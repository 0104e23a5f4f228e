// What a hand-in is held against: what the reference takes at each case, and what is right there.
// It depends on the exercise and a seed alone, so one can serve many verdicts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/course/exercise.hpp"
#include "sim/base/slice.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/prepare/request.hpp"
#include "sim/run/run.hpp"

namespace warplens::prepare {
struct ReachedProgram;
}

namespace warplens::course {

// What all runs for one verdict, or one Truth, may take.
struct Budget {
  uint64_t steps = 200'000'000;          // warp instructions
  uint64_t bytes = uint64_t{256} << 20;  // arrays, and as much again for checks
};

// A launch of a text at a case, with its inputs, all checks on; `text_name` is for messages. Advice
// is not looked for: it is never an error. An error is one sentence.
base::Result<prepare::Request, std::string> request_of(const Exercise& exercise, const Case& at,
                                                       const std::string& text_name,
                                                       const std::string& text, uint64_t seed,
                                                       const Budget& budget);

// A number as it was printed. `text`: of a whole one without a plus or zeros in front.
struct PrintedNumber {
  std::string text;
  double value = 0;
  bool is_whole = false;
};

// Of a program.
struct ProgramTruth {
  std::vector<PrintedNumber> right;
  std::vector<double> magnitudes;  // kSum: one a number
  uint64_t stretches = 0;          // that the reference takes (ProgramTrial)
  size_t missed_without = 0;       // numbers that it misses if its kernels do nothing
};

struct CaseTruth {
  Case at;
  // Of kExact an output's bytes; of kSum two arrays of doubles an output, as Comparison says.
  std::map<std::string, std::vector<std::byte>> right;
  double terms = 0;                      // kSum
  std::vector<double> counts;            // the reference's, one a goal
  uint64_t steps = 0;                    // its warp instructions
  std::optional<uint64_t> shared_bytes;  // the most that a block may take
  ProgramTruth program;
};

struct Truth {
  uint64_t seed = 0;
  std::vector<CaseTruth> cases;  // in the order of cases_of()
  // The starter's counts at the shown size, one a goal; empty where it does not run.
  std::vector<std::optional<double>> starter;
};

// {loads}, {loads_now}, {n}: the values of the exercise's places, as filled() takes them.
std::map<std::string, std::string> place_values(const Exercise& exercise, const Truth& truth);

struct ProgramTried;

class TruthRun {
 public:
  TruthRun(std::shared_ptr<const Exercise> exercise, uint64_t seed, Budget budget);
  TruthRun(const TruthRun&) = delete;
  TruthRun& operator=(const TruthRun&) = delete;
  base::Progress advance(base::Slice& slice);
  // When it is done. An error: the exercise can't be judged, because its own texts do not compile,
  // have findings, or end at a limit.
  base::Result<Truth, std::string> take();

 private:
  void add_reference(const Case& at);
  void add_oracle(const Case& at);
  void add_starter();
  void hold_goals(const std::vector<std::optional<double>>& counts);
  // Of programs (program_truth.cpp).
  void add_program_oracle(const Case& at);
  void add_program_reference(const Case& at);
  void add_reference_without_kernels(const Case& at, const prepare::ReachedProgram& program);
  void add_program_starter();
  void take_program_reference(const ProgramTried& tried);
  using ProgramEnd = std::function<void(const ProgramTried&)>;
  void run_program(base::Result<prepare::Request, std::string> request, bool looks_at_launches,
                   ProgramEnd end);
  void note_size(CaseTruth& truth) const;
  void run(base::Result<prepare::Request, std::string> request,
           std::function<void(const run::Run&)> end);
  void fail(const std::string& problem);

  const std::shared_ptr<const Exercise> exercise_;
  const Budget budget_;
  uint64_t steps_left_;
  Truth truth_;
  std::string problem_;
  base::WorkQueue work_;
};

}  // namespace warplens::course
