// Inline PTX, asm("..." : outputs : inputs), as CUDA C++.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// Replaces each asm statement of a function by a block that does the same, at the statement's span;
// the operands keep their tokens. Two words of the result are the parser's to read:
//
//   __ptx_operand("r", x)  the expression x, whose type has to fit the constraint: "=r" and "+r"
//                          where it is assigned to
//   asm("wrong", MESSAGE, HINT);  in place of a statement with a mistake, at the instruction's
//                          span; "unsupported": other compilers take it. The literals are not
//                          quoted.
void translate_inline_ptx(std::vector<Token>& tokens, std::deque<std::string>& made_text);

inline constexpr std::string_view kPtxOperand = "__ptx_operand";
inline constexpr std::string_view kPtxWrong = "wrong", kPtxUnsupported = "unsupported";

}  // namespace warplens::lang
