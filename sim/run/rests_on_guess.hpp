// Which of a launch's options that nobody gave a finding rests on.
#pragma once

#include <string>
#include <vector>

#include "sim/observe/finding/finding.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::run {

// Guessed options of the request's launch, "--arg n=64", without which the finding might be none.
// Sizes and numbers decide about every access; an array about accesses to it, and about those whose
// index may be one of its elements. So does the default fill of an array that the request gives
// without one.
std::vector<std::string> guesses_behind(const observe::Finding& finding,
                                        const prepare::Request& request);

}  // namespace warplens::run
