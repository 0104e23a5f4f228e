// What is exchanged in the tokens of a text before they are parsed, besides macros and inline PTX.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// A text that was copied out of Markdown, as answers of language models are: its code is between
// lines that begin with ```.

// Takes such lines out of the tokens of a text, and what is outside of the code that they enclose;
// but not what is before the first. False where the text has none.
bool leave_out_fences(std::vector<Token>& tokens);

// Expressions that g++ adds to C++, as C++. Replaces each `({ ...; value; })` by the call of a
// lambda that returns the value, and each `__typeof__(value)` by decltype without a reference, at
// their spans. Texts that no program needs have plain decltype.
void translate_gnu_expressions(std::vector<Token>& tokens, std::deque<std::string>& made_text,
                               bool is_program);

}  // namespace warplens::lang
