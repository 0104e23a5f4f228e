// The value of an #if: an integer constant expression in 64 bits.
#pragma once

#include <vector>

#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// `tokens` are expanded, and `defined(X)` is already replaced by 0 or 1; a remaining name is 0. A
// mistake is reported (at `directive` if it is at the end) and makes the condition false.
bool evaluate_condition(const std::vector<Token>& tokens, Span directive, Reporter& reporter);

}  // namespace warplens::lang
