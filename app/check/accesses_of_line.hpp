// The accesses of a line of a text, as one launch made them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/text.hpp"
#include "sim/observe/totals/totals.hpp"
#include "sim/run/run.hpp"

namespace warplens::check {

struct LineAccess {
  uint32_t line = 0, column = 0;
  trace::Operation operation = trace::Operation::kLoad;
  std::optional<trace::Space> space;  // nothing: never executed, and the text does not say it
  std::string written;                // what the text calls the array; may be empty
  // By array; none: it was never executed.
  std::vector<const observe::AccessRow*> rows;

  // The array's name in the text; where that has none, in the launch. May be empty.
  std::string array() const;
};

// Those that begin on the line, else those around it; in order of their columns. Of the root text.
std::vector<LineAccess> accesses_of_line(const run::Run& run, uint32_t line);

// "the store to tile"; of several "the load of a and the store to tile".
Text name_of(const LineAccess& access);
Text names_of(const std::vector<LineAccess>& accesses);

}  // namespace warplens::check
