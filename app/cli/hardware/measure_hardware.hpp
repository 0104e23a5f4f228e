// `warplens check-hardware FILE.csv --measure`: measures the file's accesses on this machine's GPU
// and holds the model and the file's own counts against that.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/format/job.hpp"

namespace warplens::cli {

struct MeasureHardware {
  std::string path;  // of accesses, with or without counts
  // kCountersByLine or kReplay; none: the former, and where counters are refused, the latter.
  std::optional<measure::Method> method;
  std::string write_path;  // "" or where a file of what was measured goes
  bool show_mismatches = false;
  std::vector<std::string> worker_command;  // as measure::Worker takes it
};

// Prints, for each kind of access (space, operation, width), how many of them agree with the model
// and with the file. Exit status: 0 all that were measured agree with the model; 5 some differ; 2
// the file cannot be read or written; 4 there is no GPU or it could not be measured (one line on
// err).
int measure_hardware(const MeasureHardware& options, std::ostream& out, std::ostream& err);

}  // namespace warplens::cli
