// The call of a function of the text in main()'s place: its arguments are a launch's, its arrays in
// the memory of the program that calls it.
#pragma once

#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/host/process.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::prepare {

// Makes and fills the arrays, and gives the process its parameters; the process has not begun.
// Returns the arrays with their addresses in the process's memory. Errors as those of
// bind_arguments().
base::Checked<std::vector<machine::ArrayShape>> bind_call(
    host::Process& process, const std::vector<launch::Argument>& arguments,
    const std::string& file_name, const launch::FileReader& read_file);

}  // namespace warplens::prepare
