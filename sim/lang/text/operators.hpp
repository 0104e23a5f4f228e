// C's binary operators and how tightly they bind: one table for kernels, #if conditions and the
// constants of host code.
#pragma once

#include <optional>
#include <string_view>

#include "sim/lang/text/token.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

struct BinaryRow {
  std::string_view spelling;
  int level;  // from 1; higher binds tighter
  BinaryOp op;
};
inline constexpr int kOrLevel = 1;   // ||, whose `op` means nothing
inline constexpr int kAndLevel = 2;  // &&

// The row of a token that is a binary operator, else null. Assignments, the comma and ?: have none.
const BinaryRow* binary_row(const Token& token);
// The operator of `+=` and its like; nothing for any other token.
std::optional<BinaryOp> compound_operator(const Token& token);

}  // namespace warplens::lang
