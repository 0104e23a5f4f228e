// OpenMP's directives, for one thread of the host that plays a team: the threads of a parallel
// region execute it one after another, which is right where they do not wait for each other: a
// barrier is refused where it is reached. Work that a team shares, a loop or sections, is its first
// thread's alone.
#pragma once

#include <string>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// The code that replaces `#pragma omp ...`, before the statement that follows it; "": the directive
// changes nothing. `words`: from the `omp` on. What it names is in prelude_omp.cpp.
std::string code_of_omp(const std::vector<Token>& words);

}  // namespace warplens::lang
