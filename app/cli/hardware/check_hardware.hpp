// `warplens check-hardware FILE.csv`: holds the models against accesses that real hardware was
// counted on.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/format/job.hpp"
#include "sim/model/hardware_csv.hpp"

namespace warplens::cli {

// A table of accesses that can be measured here; what is wrong with it is printed to err, with the
// line.
std::optional<std::vector<model::HardwareRow>> read_hardware_csv(const std::string& path,
                                                                 model::Counted counted,
                                                                 std::ostream& err);

// "table.csv:12: access 3 (stride 2)"
std::string access_place(const std::string& path, uint32_t line, const std::string& id,
                         const std::string& pattern);

// The file: any table of sim/model/hardware_tables.hpp. Prints 'N of M accesses agree' to out, the
// same for each kind of access of which some differ, and with show_mismatches one line for each
// that differs. Exit status: 0 all agree, 5 some differ, 2 the file cannot be read or is no such
// file (printed to err, with the line and what is wrong).
int check_hardware(const std::string& path, bool show_mismatches, std::ostream& out,
                   std::ostream& err);

// `warplens check-hardware FILE.csv --measure`: measures the file's accesses on this machine's GPU
// and holds the model and the file's own counts against that.

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
