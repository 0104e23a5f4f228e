// Templates of a lesson's launch: text in which each {expression} is replaced by its value, worked
// out from the lesson's parameters. `--grid {ceil_div(n, tile)},1` with n = 20 and tile = 8 is
// `--grid 3,1`.
//
// Expressions have 64-bit integers and 'text', + - * / %, comparisons, ! && ||, c ? a : b,
// parentheses, and the functions min(a, b), max(a, b) and ceil_div(a, b).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "sim/base/result.hpp"

namespace warplens::lessons {

using Values = std::map<std::string, int64_t, std::less<>>;

// An error is one sentence that quotes the expression: an unknown name (with the nearest known
// one), a division by zero, an overflow, a missing brace.
base::Result<std::string, std::string> expand(std::string_view text, const Values& values);

}  // namespace warplens::lessons
