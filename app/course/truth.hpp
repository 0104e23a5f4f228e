// What a hand-in is held against: what the reference takes at each case, and what is right there.
// It depends on the exercise and a seed alone, so one can serve many verdicts.
#pragma once

#include <cstddef>
#include <cstdint>
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

struct CaseTruth {
  Case at;
  // Of kExact an output's bytes; of kSum two arrays of doubles an output, as Comparison says.
  std::map<std::string, std::vector<std::byte>> right;
  double terms = 0;                      // kSum
  std::vector<double> counts;            // the reference's, one a goal
  uint64_t steps = 0;                    // its warp instructions
  std::optional<uint64_t> shared_bytes;  // the most that a block may take
};

struct Truth {
  uint64_t seed = 0;
  std::vector<CaseTruth> cases;  // in the order of cases_of()
  // The starter's counts at the shown size, one a goal; empty where it does not run.
  std::vector<std::optional<double>> starter;
};

// {loads}, {loads_now}, {n}: the values of the exercise's places, as filled() takes them.
std::map<std::string, std::string> place_values(const Exercise& exercise, const Truth& truth);

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
