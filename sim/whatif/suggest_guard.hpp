// What would keep a launch's accesses inside their arrays: guards that the text lacks are put into
// it and run; one is suggested where the errors are gone then, and nothing else is different.
#pragma once

#include "sim/run/run.hpp"

namespace warplens::whatif {

// Longer launches are not run again for a suggestion. [warp instructions]
inline constexpr uint64_t kMostStepsToSuggest = 20'000'000;
// So many guards are tried.
inline constexpr size_t kMostGuards = 8;

// Sets Finding::mend of `runs`, which `request` gave, in the first of them that has such an error.
// Without enough memory they stay as they are.
void suggest_guards(const prepare::Request& request, run::Runs& runs);

}  // namespace warplens::whatif
