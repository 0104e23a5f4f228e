// What is shown of any finding besides its own sentence.
#pragma once

#include <string>

#include "sim/observe/finding/finding.hpp"

namespace warplens::observe {

// What its count counts: "24 threads", "127 accesses race with an earlier one".
std::string counted_words(const Finding& finding);
// The lines of Finding::also, "likewise lines 5 and 8, lines 6 and 8"; empty if it has
// none.
std::string also_words(const Finding& finding);
// "found with guessed values: --arg n=64"; empty if it rests on none.
std::string guess_words(const Finding& finding);

}  // namespace warplens::observe
