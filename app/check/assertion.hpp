// Assertions about counts in a text's comments, as they are written:
//
//   tile[y][x] = a[i];  // warplens: assert wavefronts == 1, sectors(a) <= 128
//
// at the end of an access's line, or alone on the lines before it; and what became of them in the
// launches that were run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/course/exercise.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/source.hpp"
#include "sim/base/text.hpp"
#include "sim/run/run.hpp"
#include "sim/trace/event.hpp"

namespace warplens::check {

// "sectors(load a) per request <= 4"
struct Condition {
  std::string text;  // as written, with single blanks
  base::Span span;
  std::string count;                          // as JSON names it
  std::string array;                          // empty: of any
  std::optional<trace::Operation> operation;  // nothing: of any
  bool is_each_request = false;               // as course::Goal has it
  course::Relation relation = course::Relation::kEqual;
  double bound = 0;
};

struct Assertion {
  uint32_t line = 0;  // whose accesses are meant
  base::Span span;    // of the comment
  std::vector<Condition> conditions;
  // kernel(NAME), launch(N) from 1: only launches of this kernel, only this launch; else all.
  std::string kernel;
  std::optional<uint32_t> launch;
  base::Span kernel_span, launch_span;
};

struct Assertions {
  std::vector<Assertion> all;  // those without a mistake
  base::Diagnostics mistakes;  // in those that have one
  bool empty() const { return all.empty() && mistakes.empty(); }
};

// Those of one text of the file: 0 is its root.
Assertions parse_assertions(const base::SourceFile& file, uint32_t part = 0);

// The counts that an assertion may name, of accesses to any memory.
std::vector<std::string> known_counts();

const char* word(course::Relation relation);  // "<="

// ------------------------------------------------------------------------------------- verdicts

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
