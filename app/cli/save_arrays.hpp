// `warplens run --save NAME=FILE`: arrays as a run leaves them, in files.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command_line.hpp"
#include "sim/machine/memory.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

// The arrays that a run leaves: all that the program had, or without one those of the last launch.
std::vector<machine::GlobalArray> arrays_left(const prepare::ReachedProgram* program,
                                              const run::Run* last);

// "" if every --save names one of the arrays, and no file is the text that was run.
std::string check_saves(const std::vector<Dump>& saves,
                        const std::vector<machine::GlobalArray>& arrays, const std::string& text);

// "", or what went wrong. The arrays are of a run of the unit.
std::string write_saves(const std::vector<Dump>& saves,
                        const std::vector<machine::GlobalArray>& arrays, const lang::Unit& unit);

}  // namespace warplens::cli
