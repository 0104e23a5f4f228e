#include "sim/lang/text/directives.hpp"

#include <optional>
#include <string>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/text/number.hpp"
#include "sim/lang/text/operators.hpp"
#include "sim/lang/tree/constant.hpp"

namespace warplens::lang {
namespace {

constexpr int kDeepest = 200;

// Every integer is an intmax_t here; with a u, or if it is too large for that, a uintmax_t.
constexpr base::Scalar kSigned = base::Scalar::kLongLong, kUnsigned = base::Scalar::kULongLong;

Constant value_of(uint64_t bits, bool is_unsigned = false) {
  return {is_unsigned ? kUnsigned : kSigned, bits, 0};
}

base::Scalar common(const Constant& a, const Constant& b) {
  return a.scalar == kUnsigned || b.scalar == kUnsigned ? kUnsigned : kSigned;
}

// Precedence climbing over the directive's tokens; nullopt after a mistake, which is reported.
class ConditionEvaluator {
 public:
  ConditionEvaluator(const std::vector<Token>& tokens, Span directive, Reporter& reporter)
      : tokens_(tokens), directive_(directive), reporter_(reporter) {}

  std::optional<Constant> run() {
    if (tokens_.empty()) return fail(say("an #if without a condition"));
    std::optional<Constant> value = conditional(true);
    if (value && at_ < tokens_.size()) return fail(say("a mistake in the condition"));
    return value;
  }

 private:
  std::optional<Constant> fail(std::string message) {
    reporter_.error(at_ < tokens_.size() ? tokens_[at_].span : directive_, std::move(message));
    return std::nullopt;
  }
  bool accept(std::string_view spelling) {
    if (at_ >= tokens_.size() || !tokens_[at_].is(spelling)) return false;
    ++at_;
    return true;
  }

  // `is_live`: the value is used; the unused side of && or ?: may divide by zero.
  std::optional<Constant> conditional(bool is_live) {
    if (++depth_ > kDeepest) return fail(say("the condition is nested too deeply"));
    std::optional<Constant> value = binary(1, is_live);
    if (value && accept("?")) {
      const bool is_true = value->is_true();
      const std::optional<Constant> then_value = conditional(is_live && is_true);
      if (!then_value) return then_value;
      if (!accept(":")) return fail(say("expected ':' in the condition"));
      const std::optional<Constant> else_value = conditional(is_live && !is_true);
      if (!else_value) return else_value;
      value = is_true ? then_value : else_value;
      value->scalar = common(*then_value, *else_value);
    }
    --depth_;
    return value;
  }

  std::optional<Constant> binary(int lowest, bool is_live) {
    std::optional<Constant> left = unary(is_live);
    while (left && at_ < tokens_.size()) {
      const BinaryRow* row = binary_row(tokens_[at_]);
      const int level = row == nullptr ? 0 : row->level;
      if (level < lowest) break;
      const Token op = tokens_[at_++];
      const bool is_right_live =
          is_live && !(op.text == "&&" && left->bits == 0) && !(op.text == "||" && left->bits != 0);
      const std::optional<Constant> right = binary(level + 1, is_right_live);
      if (!right) return right;
      left = apply(op, *row, *left, *right, is_right_live);
    }
    return left;
  }

  std::optional<Constant> apply(const Token& op, const BinaryRow& row, const Constant& a,
                                const Constant& b, bool is_live) {
    if (row.level == kOrLevel) return value_of(a.is_true() || b.is_true());
    if (row.level == kAndLevel) return value_of(a.is_true() && b.is_true());
    const bool is_shift = row.op == BinaryOp::kShiftLeft || row.op == BinaryOp::kShiftRight;
    const base::Scalar scalar = is_shift ? a.scalar : common(a, b);
    const auto result = lang::apply(row.op, convert(a, scalar), convert(b, scalar));
    if (!result) {
      if (!is_live) return value_of(0);
      reporter_.error(op.span, say("division by zero in the condition"));
      return std::nullopt;
    }
    return result->scalar == base::Scalar::kBool ? value_of(result->bits) : result;
  }

  std::optional<Constant> unary(bool is_live) {
    if (++depth_ > kDeepest) return fail(say("the condition is nested too deeply"));
    std::optional<Constant> value = unary_inner(is_live);
    --depth_;
    return value;
  }

  std::optional<Constant> unary_inner(bool is_live) {
    if (at_ >= tokens_.size()) return fail(say("the condition ends too early"));
    if (accept("!")) {
      const std::optional<Constant> value = unary(is_live);
      return value ? std::optional(value_of(!value->is_true())) : value;
    }
    for (const auto& [spelling, op] :
         {std::pair{"-", UnaryOp::kNegate}, {"~", UnaryOp::kBitNot}, {"+", UnaryOp::kPlus}}) {
      if (!accept(spelling)) continue;
      const std::optional<Constant> value = unary(is_live);
      return value ? std::optional(lang::apply(op, *value)) : value;
    }
    if (accept("(")) {
      const std::optional<Constant> value = conditional(is_live);
      if (value && !accept(")")) return fail(say("expected ')' in the condition"));
      return value;
    }
    return primary();
  }

  std::optional<Constant> primary() {
    const Token& token = tokens_[at_];
    if (token.is_identifier()) {
      ++at_;
      return value_of(token.text == "true");
    }
    if (token.kind != TokenKind::kNumber && token.kind != TokenKind::kCharacter) {
      return fail(say("a mistake in the condition"));
    }
    const auto number =
        token.kind == TokenKind::kNumber ? parse_number(token.text) : parse_character(token.text);
    if (!number.ok()) return fail(number.error());
    if (base::is_floating(number->scalar))
      return fail(say("a condition of #if is made of integers"));
    ++at_;
    const bool has_u = token.kind == TokenKind::kNumber &&
                       token.text.find_first_of("uU") != std::string_view::npos;
    return value_of(number->bits,
                    has_u || (token.kind == TokenKind::kNumber && number->bits >> 63));
  }

  const std::vector<Token>& tokens_;
  Span directive_;
  Reporter& reporter_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

bool evaluate_condition(const std::vector<Token>& tokens, Span directive, Reporter& reporter) {
  const std::optional<Constant> value = ConditionEvaluator(tokens, directive, reporter).run();
  return value && value->bits != 0;
}

}  // namespace warplens::lang
