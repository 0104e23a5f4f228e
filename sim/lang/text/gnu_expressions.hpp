// Expressions that g++ adds to C++, as C++.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// Replaces each `({ ...; value; })` by the call of a lambda that returns the value, and each
// `__typeof__(value)` by decltype without a reference, at their spans. Texts that no program needs
// have plain decltype.
void translate_gnu_expressions(std::vector<Token>& tokens, std::deque<std::string>& made_text,
                               bool is_program);

}  // namespace warplens::lang
