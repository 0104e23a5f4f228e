// What a #define says of its macro's parameters, and whether it changes a macro that is there.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/lang/text/macro.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// `line` is what follows #define; its parameters, `(a, b, ...)`, begin at `at`, which moves past
// them. A mistake is reported: false.
bool read_parameters(const std::vector<Token>& line, size_t& at, Macro& macro, Reporter& reporter);

// A warning where `macro`, defined at `span`, replaces another one of its name that differs.
void warn_redefinition(const MacroTable& macros, const Macro& macro, Span span, Reporter& reporter);

}  // namespace warplens::lang
