#include "sim/lang/text/operators.hpp"

#include <algorithm>
#include <array>

namespace warplens::lang {
namespace {

constexpr std::array<BinaryRow, 18> kBinaryOperators{{
    {"||", kOrLevel, BinaryOp::kBitOr},
    {"&&", kAndLevel, BinaryOp::kBitAnd},
    {"|", 3, BinaryOp::kBitOr},
    {"^", 4, BinaryOp::kBitXor},
    {"&", 5, BinaryOp::kBitAnd},
    {"==", 6, BinaryOp::kEqual},
    {"!=", 6, BinaryOp::kNotEqual},
    {"<", 7, BinaryOp::kLess},
    {"<=", 7, BinaryOp::kLessEqual},
    {">", 7, BinaryOp::kGreater},
    {">=", 7, BinaryOp::kGreaterEqual},
    {"<<", 8, BinaryOp::kShiftLeft},
    {">>", 8, BinaryOp::kShiftRight},
    {"+", 9, BinaryOp::kAdd},
    {"-", 9, BinaryOp::kSubtract},
    {"*", 10, BinaryOp::kMultiply},
    {"/", 10, BinaryOp::kDivide},
    {"%", 10, BinaryOp::kRemainder},
}};

struct CompoundRow {
  std::string_view spelling;
  BinaryOp op;
};
constexpr std::array<CompoundRow, 10> kCompoundAssignments{{{"+=", BinaryOp::kAdd},
                                                            {"-=", BinaryOp::kSubtract},
                                                            {"*=", BinaryOp::kMultiply},
                                                            {"/=", BinaryOp::kDivide},
                                                            {"%=", BinaryOp::kRemainder},
                                                            {"<<=", BinaryOp::kShiftLeft},
                                                            {">>=", BinaryOp::kShiftRight},
                                                            {"&=", BinaryOp::kBitAnd},
                                                            {"|=", BinaryOp::kBitOr},
                                                            {"^=", BinaryOp::kBitXor}}};

}  // namespace

std::optional<BinaryOp> compound_operator(const Token& token) {
  if (token.kind != TokenKind::kPunctuator) return std::nullopt;
  const auto row =
      std::find_if(kCompoundAssignments.begin(), kCompoundAssignments.end(),
                   [&](const CompoundRow& candidate) { return token.text == candidate.spelling; });
  return row == kCompoundAssignments.end() ? std::nullopt : std::optional(row->op);
}

const BinaryRow* binary_row(const Token& token) {
  if (token.kind != TokenKind::kPunctuator) return nullptr;
  const auto row =
      std::find_if(kBinaryOperators.begin(), kBinaryOperators.end(),
                   [&](const BinaryRow& candidate) { return token.text == candidate.spelling; });
  return row == kBinaryOperators.end() ? nullptr : &*row;
}

}  // namespace warplens::lang
