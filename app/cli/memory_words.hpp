// What the reports of memory's models say alike: whose figures they show, and what is left out.
#pragma once

#include <iosfwd>

#include "sim/run/run.hpp"

namespace warplens::cli {

// A line where the device has no public figures, so that another board's are shown; else nothing.
void print_whose_figures(std::ostream& out, const run::Run& run);

// A line where the run has more requests than its stream keeps; `run.stream` is not null.
void print_left_out(std::ostream& out, const run::Run& run);

}  // namespace warplens::cli
