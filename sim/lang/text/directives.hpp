// What preprocessing directives say: the value of an #if, the parameters of a #define, the code
// behind a #pragma omp.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/lang/text/macro.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// The value of an #if: an integer constant expression in 64 bits. `tokens` are expanded, and
// `defined(X)` is already replaced by 0 or 1; a remaining name is 0. A mistake is reported (at
// `directive` if it is at the end) and makes the condition false.
bool evaluate_condition(const std::vector<Token>& tokens, Span directive, Reporter& reporter);

// What a #define says of its macro's parameters, and whether it changes a macro that is there.

// `line` is what follows #define; its parameters, `(a, b, ...)`, begin at `at`, which moves past
// them. A mistake is reported: false.
bool read_parameters(const std::vector<Token>& line, size_t& at, Macro& macro, Reporter& reporter);

// A warning where `macro`, defined at `span`, replaces another one of its name that differs.
void warn_redefinition(const MacroTable& macros, const Macro& macro, Span span, Reporter& reporter);

// OpenMP's directives, for one thread of the host that plays a team: the threads of a parallel
// region execute it one after another, which is right where they do not wait for each other: a
// barrier is refused where it is reached. Work that a team shares, a loop or sections, is its
// first thread's alone. The code that replaces `#pragma omp ...`, before the statement that
// follows it; "": the directive changes nothing. `words`: from the `omp` on. What it names is in
// prelude_omp.cpp.
std::string code_of_omp(const std::vector<Token>& words);

}  // namespace warplens::lang
