#include "sim/lang/condition.hpp"

#include <optional>
#include <string>

#include "sim/lang/number.hpp"
#include "sim/lang/operators.hpp"

namespace warplens::lang {
namespace {

constexpr int kDeepest = 200;

struct Value {
  uint64_t bits = 0;
  bool is_unsigned = false;
  int64_t as_signed() const { return static_cast<int64_t>(bits); }
};

// Precedence climbing over the directive's tokens; nullopt after a mistake, which is reported once.
class ConditionEvaluator {
 public:
  ConditionEvaluator(const std::vector<Token>& tokens, Span directive, Reporter& reporter)
      : tokens_(tokens), directive_(directive), reporter_(reporter) {}

  std::optional<Value> run() {
    if (tokens_.empty()) return fail("an #if without a condition");
    std::optional<Value> value = conditional(true);
    if (value && at_ < tokens_.size()) return fail("a mistake in the condition");
    return value;
  }

 private:
  std::optional<Value> fail(std::string message) {
    reporter_.error(at_ < tokens_.size() ? tokens_[at_].span : directive_, std::move(message));
    return std::nullopt;
  }
  bool accept(std::string_view spelling) {
    if (at_ >= tokens_.size() || !tokens_[at_].is(spelling)) return false;
    ++at_;
    return true;
  }

  // `is_live`: the value counts; the side of && or ?: that does not may divide by zero.
  std::optional<Value> conditional(bool is_live) {
    if (++depth_ > kDeepest) return fail("the condition is nested too deeply");
    std::optional<Value> value = binary(1, is_live);
    if (value && accept("?")) {
      const bool is_true = value->bits != 0;
      const std::optional<Value> then_value = conditional(is_live && is_true);
      if (!then_value) return then_value;
      if (!accept(":")) return fail("expected ':' in the condition");
      const std::optional<Value> else_value = conditional(is_live && !is_true);
      if (!else_value) return else_value;
      value = is_true ? then_value : else_value;
      value->is_unsigned = then_value->is_unsigned || else_value->is_unsigned;
    }
    --depth_;
    return value;
  }

  std::optional<Value> binary(int lowest, bool is_live) {
    std::optional<Value> left = unary(is_live);
    while (left && at_ < tokens_.size()) {
      const BinaryRow* row = binary_row(tokens_[at_]);
      const int level = row == nullptr ? 0 : row->level;
      if (level < lowest) break;
      const Token op = tokens_[at_++];
      const bool is_right_live =
          is_live && !(op.text == "&&" && left->bits == 0) && !(op.text == "||" && left->bits != 0);
      const std::optional<Value> right = binary(level + 1, is_right_live);
      if (!right) return right;
      left = apply(op, *left, *right, is_right_live);
    }
    return left;
  }

  std::optional<Value> apply(const Token& op, Value a, Value b, bool is_live) {
    const std::string_view s = op.text;
    const bool u = a.is_unsigned || b.is_unsigned;
    if (s == "||") return Value{a.bits != 0 || b.bits != 0};
    if (s == "&&") return Value{a.bits != 0 && b.bits != 0};
    if (s == "==") return Value{a.bits == b.bits};
    if (s == "!=") return Value{a.bits != b.bits};
    if (s == "<") return Value{u ? a.bits < b.bits : a.as_signed() < b.as_signed()};
    if (s == ">") return Value{u ? a.bits > b.bits : a.as_signed() > b.as_signed()};
    if (s == "<=") return Value{u ? a.bits <= b.bits : a.as_signed() <= b.as_signed()};
    if (s == ">=") return Value{u ? a.bits >= b.bits : a.as_signed() >= b.as_signed()};
    if (s == "|") return Value{a.bits | b.bits, u};
    if (s == "^") return Value{a.bits ^ b.bits, u};
    if (s == "&") return Value{a.bits & b.bits, u};
    if (s == "+") return Value{a.bits + b.bits, u};
    if (s == "-") return Value{a.bits - b.bits, u};
    if (s == "*") return Value{a.bits * b.bits, u};
    if (s == "<<") return Value{b.bits < 64 ? a.bits << b.bits : 0, a.is_unsigned};
    if (s == ">>") {
      const uint64_t amount = b.bits < 63 ? b.bits : 63;
      const uint64_t shifted = b.bits < 64 ? a.bits >> amount : 0;
      return Value{a.is_unsigned ? shifted : static_cast<uint64_t>(a.as_signed() >> amount),
                   a.is_unsigned};
    }
    if (b.bits == 0) {
      if (!is_live) return Value{};
      reporter_.error(op.span, "division by zero in the condition");
      return std::nullopt;
    }
    if (u) return Value{s == "/" ? a.bits / b.bits : a.bits % b.bits, true};
    if (b.as_signed() == -1) return Value{s == "/" ? uint64_t{0} - a.bits : 0};
    return Value{static_cast<uint64_t>(s == "/" ? a.as_signed() / b.as_signed()
                                                : a.as_signed() % b.as_signed())};
  }

  std::optional<Value> unary(bool is_live) {
    if (++depth_ > kDeepest) return fail("the condition is nested too deeply");
    std::optional<Value> value = unary_inner(is_live);
    --depth_;
    return value;
  }

  std::optional<Value> unary_inner(bool is_live) {
    if (at_ >= tokens_.size()) return fail("the condition ends too early");
    if (accept("!")) {
      const std::optional<Value> value = unary(is_live);
      return value ? std::optional(Value{value->bits == 0}) : value;
    }
    if (accept("-")) {
      const std::optional<Value> value = unary(is_live);
      return value ? std::optional(Value{uint64_t{0} - value->bits, value->is_unsigned}) : value;
    }
    if (accept("~")) {
      const std::optional<Value> value = unary(is_live);
      return value ? std::optional(Value{~value->bits, value->is_unsigned}) : value;
    }
    if (accept("+")) return unary(is_live);
    if (accept("(")) {
      const std::optional<Value> value = conditional(is_live);
      if (value && !accept(")")) return fail("expected ')' in the condition");
      return value;
    }
    return primary();
  }

  std::optional<Value> primary() {
    const Token& token = tokens_[at_];
    if (token.is_identifier()) {
      ++at_;
      return Value{token.text == "true"};
    }
    if (token.kind != TokenKind::kNumber && token.kind != TokenKind::kCharacter) {
      return fail("a mistake in the condition");
    }
    const auto number =
        token.kind == TokenKind::kNumber ? parse_number(token.text) : parse_character(token.text);
    if (!number.ok()) return fail(number.error());
    if (base::is_floating(number->scalar)) return fail("a condition of #if is made of integers");
    ++at_;
    // Every integer is an intmax_t here, or with a u, or too large for that, a uintmax_t.
    const bool has_u = token.kind == TokenKind::kNumber &&
                       token.text.find_first_of("uU") != std::string_view::npos;
    return Value{number->bits, has_u || (token.kind == TokenKind::kNumber && number->bits >> 63)};
  }

  const std::vector<Token>& tokens_;
  Span directive_;
  Reporter& reporter_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

bool evaluate_condition(const std::vector<Token>& tokens, Span directive, Reporter& reporter) {
  const std::optional<Value> value = ConditionEvaluator(tokens, directive, reporter).run();
  return value && value->bits != 0;
}

}  // namespace warplens::lang
