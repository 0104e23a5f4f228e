// C's binary operators and how tightly they bind: one table for kernels, #if conditions and the
// constants of host code.
#pragma once

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

// The operator that a token is; null if it is none. Assignments, the comma and ?: are not in it.
const BinaryRow* binary_row(const Token& token);

}  // namespace warplens::lang
