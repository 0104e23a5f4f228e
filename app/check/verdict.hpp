// What became of assertions in the launches that were run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/check/assertion.hpp"
#include "sim/base/text.hpp"
#include "sim/run/run.hpp"

namespace warplens::check {

// kNotExecuted: no launch makes the access, so that nothing is known of its counts. kCut: a limit
// ended the run before the count was known.
enum class State : uint8_t { kHolds, kFails, kNotExecuted, kCut };
const char* word(State state);  // "fails"

// Of one condition: of the first launch where it does not hold, else of the first one.
struct Outcome {
  Condition condition;
  State state = State::kHolds;
  uint32_t line = 0, column = 0;  // of the access; of the assertion where there is none
  Text access;                    // "the store to tile"; empty: there is none
  std::optional<double> value;
  std::string kernel;              // empty: no launch
  uint32_t launch = 0;             // from 1
  bool is_one_of_several = false;  // launches
  Text stopped;                    // why the launch did not come to its end
};

// "wavefronts is 32, asserted == 1 (the store to tile)"; that it holds, too.
Text sentence_of(const Outcome& outcome);

struct Launched {
  uint32_t number = 0;  // of the program's launches, from 1
  std::shared_ptr<const run::Run> run;
};

struct Launches {
  std::vector<Launched> ran;
  uint64_t all = 0;     // that there are
  bool is_cut = false;  // a limit ended the program, or the launches, before all had run
};

struct Verdict {
  std::vector<Outcome> outcomes;  // in order of the conditions
  base::Diagnostics mistakes;     // what an assertion names and the launches do not have
};
// At least one launch has run.
Verdict judge(const std::vector<Assertion>& assertions, const Launches& launches);

}  // namespace warplens::check
