// Inline PTX, asm("..." : outputs : inputs), as CUDA C++.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// Replaces each asm statement whose instructions are all in ptx_instructions.def by a block that
// does the same, at the statement's span; the operands keep their tokens. Others stay as they are.
void translate_inline_ptx(std::vector<Token>& tokens, std::deque<std::string>& made_text);

}  // namespace warplens::lang
