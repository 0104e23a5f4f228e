// Inline PTX, asm("..." : outputs : inputs), as CUDA C++.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// Replaces each asm statement whose instructions are all in ptx_instructions.def by a block that
// does the same, at the statement's span; the operands keep their tokens. Others stay as they are.
void translate_inline_ptx(std::vector<Token>& tokens, std::deque<std::string>& made_text);

// One instruction of inline PTX as a statement of CUDA C++, by the table ptx_instructions.def.

// What a register of PTX is in C++: a variable of one of these types.
enum class PtxRegister { kHalfWord, kWord, kLong, kFloat, kDouble, kPredicate };
std::string_view type_of(PtxRegister one);  // "unsigned"
// Of a type in PTX, "u32" or "pred"; nothing for one that no variable holds.
std::optional<PtxRegister> register_of(std::string_view type);

struct PtxVariable {
  std::string name;  // in C++
  PtxRegister kind = PtxRegister::kWord;
  bool is_number = false;  // an immediate value
};
// By their names in PTX: "%0", "p".
using PtxVariables = std::map<std::string, PtxVariable, std::less<>>;

// The carry's variable, and what labels begin with.
inline constexpr std::string_view kPtxCarry = "__ptx_carry";

// Without the spaces around it.
std::string_view trimmed(std::string_view text);

// `text` has no predicate and no semicolon: "add.s32 %0, %1, 5". Nothing where the instruction is
// not in the table.
std::optional<std::string> translate_ptx(std::string_view text, const PtxVariables& variables,
                                         const std::string& label_prefix);

}  // namespace warplens::lang
