// What a launch's accesses of memory could do without, how it is edited, and what that gains.
#pragma once

#include <optional>
#include <string>

#include "app/study/section.hpp"
#include "kernels/measure/format/measurement.hpp"
#include "sim/whatif/fix/find_fixes.hpp"

namespace warplens::study {

struct FixFacts {
  fix::Fixes fixes;
  // Why nothing was looked for: the run was cut or interrupted, or has too much to search; "":
  // something was.
  std::string unfixed;
  std::string patch;           // of the file; "" where there is nothing to change
  std::string exchange_patch;  // the same with x and y exchanged, instead
  std::string applied_to;      // the file that was written; "" where none was
  // What is recorded of a GPU, of the text as it is and with the fixes.
  std::optional<measure::Times> time_before, time_after;
};
Section describe(const FixFacts& facts);

}  // namespace warplens::study
