// `warplens fix`: layouts without bank conflicts for the shared arrays of a launch, as a patch of
// its file; and what it found, as text and as JSON.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"
#include "kernels/measure/format/measurement.hpp"
#include "sim/whatif/fix/find_fixes.hpp"

namespace warplens::cli {

// The exit status.
int fix(const CommandLine& line, const Surroundings& surroundings);

struct FixReport {
  fix::Fixes fixes;
  std::string patch;           // of the file; "" where there is nothing to change
  std::string exchange_patch;  // the same with x and y exchanged, instead
  std::string applied_to;      // the file that was written; "" where none was
  // What is recorded of a GPU, of the text as it is and with the fixes.
  std::optional<measure::Times> time_before, time_after;
};

void print_fixes(std::ostream& out, const FixReport& report);
void print_fixes_json(std::ostream& out, const FixReport& report);
// Of a run that was cut or interrupted, or that has too much to search: nothing was looked for.
void print_unfixed_json(std::ostream& out, const fix::Fixes& fixes, const std::string& reason);

}  // namespace warplens::cli
