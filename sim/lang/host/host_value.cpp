// Precedence climbing, as for an #if, in 64 bits. Values are unknown (nothing) rather than wrong:
// an unknown operand makes the whole expression unknown.
#include "sim/lang/host/host_value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/lang/text/number.hpp"
#include "sim/lang/text/operators.hpp"
#include "sim/lang/tree/constant.hpp"
#include "sim/lang/tree/vector_shape.hpp"

namespace warplens::lang {
namespace {

using Kind = HostValue::Kind;
using Maybe = std::optional<HostValue>;

constexpr int kDeepest = 100;
constexpr uint64_t kStepsACopy = 40;  // of one variable

HostValue integer(int64_t value) {
  HostValue result;
  result.integer = value;
  return result;
}
HostValue floating(double value) {
  HostValue result;
  result.kind = Kind::kFloating;
  result.floating = value;
  return result;
}

struct NamedSize {
  std::string_view name;
  uint64_t bytes;
};
constexpr auto kSizes = std::to_array<NamedSize>({
    {"char", 1},      {"bool", 1},     {"short", 2},       {"int", 4},           {"unsigned", 4},
    {"signed", 4},    {"long", 8},     {"float", 4},       {"double", 8},        {"size_t", 8},
    {"int8_t", 1},    {"uint8_t", 1},  {"int16_t", 2},     {"uint16_t", 2},      {"int32_t", 4},
    {"uint32_t", 4},  {"int64_t", 8},  {"uint64_t", 8},    {"uint", 4},          {"uchar", 1},
    {"half", 2},      {"__half", 2},   {"nv_bfloat16", 2}, {"__nv_bfloat16", 2}, {"ptrdiff_t", 8},
    {"uintptr_t", 8}, {"intptr_t", 8}, {"uint8", 1},       {"cuComplex", 8},     {"ushort", 2},
    {"ulong", 8},
});

// Undefined or implementation-defined results are unknown.
bool is_defined(BinaryOp op, int64_t a, int64_t b) {
  const bool is_division = op == BinaryOp::kDivide || op == BinaryOp::kRemainder;
  if (is_division && b == -1) return a != std::numeric_limits<int64_t>::min();
  const bool is_shift = op == BinaryOp::kShiftLeft || op == BinaryOp::kShiftRight;
  return !is_shift || (b >= 0 && b <= 63);
}

Constant constant_of(const HostValue& value, bool is_floating) {
  if (is_floating) return {base::Scalar::kDouble, 0, value.as_floating()};
  return {base::Scalar::kLongLong, static_cast<uint64_t>(value.integer), 0};
}

// C's arithmetic in 64 bits.
Maybe calculate(const BinaryRow& row, const Maybe& a, const Maybe& b) {
  if (!a || !b || !a->is_number() || !b->is_number()) return std::nullopt;
  const bool is_true = a->as_floating() != 0, is_other_true = b->as_floating() != 0;
  if (row.level == kOrLevel) return integer(is_true || is_other_true);
  if (row.level == kAndLevel) return integer(is_true && is_other_true);
  const bool is_floating = a->kind == Kind::kFloating || b->kind == Kind::kFloating;
  if (!is_floating && !is_defined(row.op, a->integer, b->integer)) return std::nullopt;
  const std::optional<Constant> result =
      lang::apply(row.op, constant_of(*a, is_floating), constant_of(*b, is_floating));
  if (!result) return std::nullopt;
  return base::is_floating(result->scalar) ? floating(result->real)
                                           : integer(static_cast<int64_t>(result->bits));
}

Maybe calculate(UnaryOp op, const Maybe& value) {
  if (!value || !value->is_number()) return std::nullopt;
  const bool is_floating = value->kind == Kind::kFloating;
  if (is_floating && op == UnaryOp::kBitNot) return std::nullopt;
  const Constant result = lang::apply(op, constant_of(*value, is_floating));
  return base::is_floating(result.scalar) ? floating(result.real)
                                          : integer(static_cast<int64_t>(result.bits));
}

class Evaluator {
 public:
  Evaluator(const HostNames& names, size_t begin, size_t end, int depth)
      : names_(names), at_(begin), end_(end), depth_(depth) {}

  Maybe run() {
    const Maybe value = conditional();
    return at_ == end_ ? value : std::nullopt;
  }

 private:
  const Token& peek(size_t ahead = 0) const {
    return at_ + ahead < end_ ? names_.tokens[at_ + ahead] : names_.tokens.back();
  }
  bool accept(std::string_view spelling) {
    if (at_ >= end_ || !peek().is(spelling)) return false;
    ++at_;
    return true;
  }
  Maybe give_up() {
    at_ = end_ + 1;
    return std::nullopt;
  }

  Maybe conditional() {
    if (++depth_ > kDeepest) return give_up();
    Maybe value = binary(1);
    if (accept("?")) {
      const Maybe yes = conditional();
      if (!accept(":")) return give_up();
      const Maybe no = conditional();
      if (!value || !value->is_number()) return std::nullopt;
      value = value->as_floating() != 0 ? yes : no;
    }
    --depth_;
    return value;
  }

  Maybe binary(int lowest) {
    Maybe left = unary();
    while (at_ < end_) {
      const BinaryRow* row = binary_row(peek());
      const int level = row == nullptr ? 0 : row->level;
      if (level == 0 || level < lowest) break;
      ++at_;
      left = calculate(*row, left, binary(level + 1));
    }
    return left;
  }

  Maybe unary() {
    if (at_ >= end_ || ++depth_ > kDeepest) return give_up();
    Maybe value = unary_inner();
    --depth_;
    return value;
  }

  Maybe unary_inner() {
    if (accept("+")) return unary();
    if (accept("-")) return calculate(UnaryOp::kNegate, unary());
    if (accept("!")) return calculate(UnaryOp::kNot, unary());
    if (accept("~")) return calculate(UnaryOp::kBitNot, unary());
    if (accept("sizeof")) return size();
    if (peek().is("(")) {
      if (const std::optional<HostRange> type = cast_type(at_)) {
        at_ = type->end + 1;
        return convert_host(unary(), last_word(*type));
      }
    }
    return postfix(primary());
  }

  // `(int)` and the like at `open`: the tokens between the parentheses.
  std::optional<HostRange> cast_type(size_t open) const {
    const size_t behind = names_.tokens.behind_bracket(open, end_);
    if (behind >= end_ || behind <= open + 2) return std::nullopt;
    for (size_t i = open + 1; i + 1 < behind; ++i) {
      const Token& token = names_.tokens[i];
      const bool is_type = token.is("const") || token.is("std") || token.is("::") ||
                           (token.is_identifier() && names_.size_of(token.text));
      if (!is_type) return std::nullopt;
    }
    return HostRange{open + 1, behind - 1};
  }

  std::string_view last_word(HostRange range) const { return names_.tokens[range.end - 1].text; }

  // After `sizeof`.
  Maybe size() {
    const bool has_parenthesis = accept("(");
    size_t end = at_ + 1;
    if (has_parenthesis) end = names_.tokens.behind_bracket(at_ - 1, end_) - 1;
    const HostRange inside{at_, std::min(end, end_)};
    at_ = std::min(end_, end + (has_parenthesis ? 1 : 0));
    if (inside.begin >= inside.end) return std::nullopt;
    const auto bytes = size_of_operand(inside);
    return bytes ? Maybe(integer(static_cast<int64_t>(*bytes))) : std::nullopt;
  }

  std::optional<uint64_t> size_of_operand(HostRange range) const {
    const Tokens& tokens = names_.tokens;
    const bool is_element = tokens[range.begin].is("*") || tokens[range.end - 1].is("]");
    const Token& name = tokens[range.begin + (tokens[range.begin].is("*") ? 1 : 0)];
    if (const Maybe value = names_.find(name.text); value && value->kind == Kind::kArray) {
      if (is_element) return value->element_bytes;
      if (value->is_vector) return std::nullopt;
      return value->count * value->element_bytes;
    }
    if (tokens[range.end - 1].is("*")) return 8;
    std::optional<uint64_t> bytes;
    for (size_t i = range.begin; i < range.end; ++i) {
      if (tokens[i].is("std") || tokens[i].is("::") || tokens[i].is("const")) continue;
      const bool widens = bytes && (tokens[i].is("int") || tokens[i].is("long"));
      if (!widens)
        bytes = tokens[i].is_identifier() ? names_.size_of(tokens[i].text) : std::nullopt;
      if (!bytes) return std::nullopt;
    }
    return bytes;
  }

  Maybe postfix(Maybe value) {
    while (at_ < end_) {
      if (accept(".")) {
        value = member(value, names_.tokens[at_].text);
        ++at_;
      } else if (peek().is("[")) {
        at_ = names_.tokens.behind_bracket(at_, end_);
        value = std::nullopt;
      } else if (peek().is("(")) {
        at_ = names_.tokens.behind_bracket(at_, end_);
        value = std::nullopt;
      } else if (peek().is("->") || peek().is("++") || peek().is("--") || peek().is("::")) {
        return give_up();
      } else {
        break;
      }
    }
    return value;
  }

  // .x of a dim3, .size() of a vector.
  Maybe member(const Maybe& value, std::string_view name) {
    if (!value) return std::nullopt;
    if (value->kind == Kind::kDim3 && name.size() == 1 && name[0] >= 'x' && name[0] <= 'z') {
      return integer(value->dim3[static_cast<size_t>(name[0] - 'x')]);
    }
    if (value->kind == Kind::kArray && name == "size" && peek(1).is("(") && peek(2).is(")")) {
      at_ += 2;
      return integer(static_cast<int64_t>(value->count));
    }
    return std::nullopt;
  }

  Maybe primary() {
    if (accept("(")) {
      Maybe value = conditional();
      return accept(")") ? value : give_up();
    }
    const Token& token = peek();
    if (token.kind == TokenKind::kNumber || token.kind == TokenKind::kCharacter) {
      ++at_;
      const auto number =
          token.kind == TokenKind::kNumber ? parse_number(token.text) : parse_character(token.text);
      if (!number.ok()) return std::nullopt;
      return base::is_floating(number->scalar) ? floating(number->real)
                                               : integer(static_cast<int64_t>(number->bits));
    }
    if (!token.is_identifier()) return give_up();
    if (token.text == "true" || token.text == "false") {
      ++at_;
      return integer(token.text == "true");
    }
    return named();
  }

  // A variable, a call, `int(x)` or `static_cast<int>(x)`.
  Maybe named() {
    while (peek(1).is("::")) at_ += 2;  // std::max
    const std::string_view name = peek().text;
    ++at_;
    if (peek().is("<") && (name == "static_cast" || name == "max" || name == "min")) {
      size_t close = at_ + 1;
      while (close < end_ && !names_.tokens[close].is(">")) ++close;
      if (close + 1 >= end_ || !names_.tokens[close + 1].is("(")) return give_up();
      const std::string_view type = names_.tokens[close - 1].text;
      at_ = close + 1;
      return convert_host(call(name == "static_cast" ? "" : name), type);
    }
    if (peek().is("("))
      return names_.size_of(name) && name != "dim3" ? convert_host(call(""), name) : call(name);
    if (peek().is("{") && name == "dim3") return call(name);
    return names_.find(name);
  }

  Maybe call(std::string_view name) {
    const size_t open = at_;
    const size_t behind = names_.tokens.behind_bracket(open, end_);
    at_ = behind;
    if (name == "dim3") return evaluate_dim3(names_, open + 1, behind - 1);
    std::vector<HostValue> values;
    for (const HostRange part : split_at_commas(names_.tokens, open + 1, behind - 1)) {
      const Maybe value = Evaluator(names_, part.begin, part.end, depth_).run();
      if (!value || !value->is_number()) return std::nullopt;
      values.push_back(*value);
    }
    if (name.empty()) return values.size() == 1 ? Maybe(values[0]) : std::nullopt;
    if (const auto own = names_.functions->find(name); own != names_.functions->end()) {
      return call_own(own->second, values);
    }
    return call_known(name, values);
  }

  Maybe call_own(const HostFunction& function, const std::vector<HostValue>& values) const {
    if (function.parameters.size() != values.size() || depth_ > kDeepest / 2) return std::nullopt;
    names_.tokens.budget().charge(names_.scopes.front().variables.size() * kStepsACopy);
    HostNames inner{names_.tokens, names_.size_of_type, {names_.scopes.front()}, names_.functions};
    inner.scopes.emplace_back();
    for (size_t i = 0; i < values.size(); ++i) {
      inner.scopes.back().variables[function.parameters[i]] = values[i];
    }
    return convert_host(Evaluator(inner, function.begin, function.end, depth_ + 10).run(),
                        function.return_type);
  }

  static Maybe call_known(std::string_view name, const std::vector<HostValue>& values) {
    if (values.size() == 2 && (name == "max" || name == "min")) {
      const bool is_first = (values[0].as_floating() < values[1].as_floating()) == (name == "min");
      return is_first ? values[0] : values[1];
    }
    if (values.size() == 2 && (name == "pow" || name == "powf")) {
      return floating(std::pow(values[0].as_floating(), values[1].as_floating()));
    }
    if (values.size() != 1) return std::nullopt;
    const double x = values[0].as_floating();
    if (name == "ceil" || name == "ceilf") return floating(std::ceil(x));
    if (name == "floor" || name == "floorf") return floating(std::floor(x));
    if (name == "round" || name == "roundf") return floating(std::round(x));
    if (name == "sqrt" || name == "sqrtf") return floating(std::sqrt(x));
    if (name == "log2" || name == "log2f") return floating(std::log2(x));
    if (name == "abs" || name == "fabs" || name == "fabsf") {
      return values[0].kind == Kind::kInteger && name == "abs"
                 ? integer(std::abs(values[0].integer))
                 : floating(std::fabs(x));
    }
    return std::nullopt;
  }

  const HostNames& names_;
  size_t at_, end_;
  int depth_;
};

}  // namespace

constexpr uint64_t kStepsAScope = 8;  // of a look-up by name

std::optional<HostValue> HostNames::find(std::string_view name) const {
  tokens.budget().charge(kStepsAScope * scopes.size());
  for (size_t i = scopes.size(); i-- > 0;) {
    const auto found = scopes[i].variables.find(name);
    if (found != scopes[i].variables.end()) return found->second;
  }
  return std::nullopt;
}

void HostNames::set(std::string_view name, std::optional<HostValue> value) {
  tokens.budget().charge(kStepsAScope * scopes.size());
  for (size_t i = scopes.size(); i-- > 0;) {
    const auto found = scopes[i].variables.find(name);
    if (found == scopes[i].variables.end()) continue;
    if (!scopes[i].unstable.contains(name)) found->second = value;
    return;
  }
}

std::optional<uint64_t> HostNames::size_of(std::string_view type) const {
  for (const NamedSize& known : kSizes) {
    if (known.name == type) return known.bytes;
  }
  if (const auto shape = vector_shape(type))
    return uint64_t{base::size_of(shape->component)} * shape->count;
  return size_of_type ? size_of_type(type) : std::nullopt;
}

std::optional<HostValue> evaluate_host(const HostNames& names, size_t begin, size_t end) {
  return Evaluator(names, begin, end, 0).run();
}

std::optional<HostValue> convert_host(std::optional<HostValue> value, std::string_view type) {
  if (!value || !value->is_number()) return value;
  if (type == "double" || type == "float") {
    const double real = value->as_floating();
    return floating(type == "float" ? static_cast<double>(static_cast<float>(real)) : real);
  }
  if (type == "auto") return value;
  if (value->kind == Kind::kFloating) {
    if (!(std::fabs(value->floating) < 9e18)) return std::nullopt;
    value = integer(static_cast<int64_t>(value->floating));
  }
  if (type == "int" || type == "int32_t") return integer(static_cast<int32_t>(value->integer));
  if (type == "unsigned" || type == "uint" || type == "uint32_t") {
    return integer(static_cast<uint32_t>(value->integer));
  }
  if (type == "bool") return integer(value->integer != 0);
  return value;
}

std::optional<HostValue> evaluate_dim3(const HostNames& names, size_t begin, size_t end) {
  HostValue result;
  result.kind = Kind::kDim3;
  const std::vector<HostRange> parts = split_at_commas(names.tokens, begin, end);
  if (parts.size() > 3) return std::nullopt;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Maybe value = evaluate_host(names, parts[i].begin, parts[i].end);
    if (value && value->kind == Kind::kDim3 && parts.size() == 1) return value;
    const Maybe extent = convert_host(value, "unsigned");
    if (!extent || !extent->is_number()) return std::nullopt;
    result.dim3[i] = extent->integer;
  }
  return result;
}

std::vector<HostRange> split_at_commas(const Tokens& tokens, size_t begin, size_t end,
                                       bool with_angles) {
  std::vector<HostRange> parts;
  int depth = 0;
  size_t start = begin;
  for (size_t i = begin; i < end; ++i) {
    const Token& token = tokens[i];
    if (token.is("(") || token.is("[") || token.is("{")) {
      i = tokens.behind_bracket(i, end) - 1;
      continue;
    }
    if (token.is(")") || token.is("]") || token.is("}")) --depth;
    if (with_angles && token.is("<")) ++depth;
    if (with_angles && token.is(">")) --depth;
    if (!token.is(",") || depth != 0) continue;
    parts.push_back({start, i});
    start = i + 1;
  }
  if (start < end || !parts.empty()) parts.push_back({start, end});
  return parts;
}

}  // namespace warplens::lang
