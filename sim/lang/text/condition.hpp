// The value of an #if: an integer constant expression in 64 bits.
#pragma once

#include <vector>

#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// `tokens` are expanded, and `defined(X)` is replaced by 0 or 1 already; a name left over counts as
// 0. A mistake is reported (at `directive` where it is at the end) and counts as false.
bool evaluate_condition(const std::vector<Token>& tokens, Span directive, Reporter& reporter);

}  // namespace warplens::lang
