// `warplens check-hardware FILE.csv`: holds the models against accesses that real hardware was
// counted on.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/hardware_csv.hpp"

namespace warplens::cli {

// A table of accesses; what is wrong with it is printed to err, with the line.
std::optional<std::vector<model::HardwareRow>> read_hardware_csv(const std::string& path,
                                                                 model::Counted counted,
                                                                 std::ostream& err);

// "table.csv:12: access 3 (stride 2)"
std::string access_place(const std::string& path, const model::HardwareRow& row);

// Prints 'N of M accesses agree' to out, and with show_mismatches one line for each that differs.
// Exit status: 0 all agree, 5 some differ, 2 the file cannot be read or is no such file (printed
// to err, with the line and what is wrong).
int check_hardware(const std::string& path, bool show_mismatches, std::ostream& out,
                   std::ostream& err);

}  // namespace warplens::cli
