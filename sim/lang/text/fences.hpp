// A text that was copied out of Markdown, as answers of language models are: its code is between
// lines that begin with ```.
#pragma once

#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// Takes such lines out of the tokens of a text, and what is outside of the code that they enclose;
// but not what is before the first. False where the text has none.
bool leave_out_fences(std::vector<Token>& tokens);

}  // namespace warplens::lang
