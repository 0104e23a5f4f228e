// Assertions about counts in a text's comments, as they are written:
//
//   tile[y][x] = a[i];  // warplens: assert wavefronts == 1, sectors(a) <= 128
//
// at the end of an access's line, or alone on the lines before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/course/exercise.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/source.hpp"
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

}  // namespace warplens::check
