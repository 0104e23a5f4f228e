// A launch's arguments by name: which parameters they belong to, which are missing, and guesses for
// these.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::prepare {

// Null where there is none of that name.
const launch::Argument* find_argument(const std::vector<launch::Argument>& arguments,
                                      const std::string& name);
const launch::Argument* find_argument(const launch::Launch& launch, const std::string& name);

// Of an integer that counts something; 1 where the argument is no plain number.
uint64_t count_of(const launch::Argument& argument);

// The names of the arrays to which the launch's arguments refer by '@'.
std::vector<std::string> referred_arrays(const launch::Launch& launch);

// The values of "{1, 2.5}" or "3" for the leaves of a value, in order; nested braces do not matter
// and missing values are "0". Too many are an error.
base::Result<std::vector<std::string>, std::string> leaf_texts(const std::string& text,
                                                               size_t leaves);

// Reports names that are no parameter, no variable of the file and no array to which another
// argument refers, and names given twice.
void check_names(const lang::Unit& unit, const lang::Kernel& kernel, const launch::Launch& launch,
                 base::Diagnostics& errors);

// The launch with a guessed argument for each parameter that has none, and without arguments for
// what is no parameter: an array as long as the grid has threads, an integer as large as the grid
// is wide, 1 for anything else.
launch::Launch complete_arguments(const lang::Unit& unit, const lang::Kernel& kernel,
                                  launch::Launch launch);

}  // namespace warplens::prepare
