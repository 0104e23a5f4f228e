// A recursive-descent evaluator: one function a grammar rule, values worked out while parsing. A
// branch that is not taken is parsed but not evaluated, so `n == 0 ? 1 : 64 / n` never divides by
// zero. The first error ends it.
#include "app/lessons/expression.hpp"

#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"

namespace warplens::lessons {
namespace {

using Value = std::variant<int64_t, std::string>;

constexpr int kMaximumDepth = 100;

class Evaluator {
 public:
  Evaluator(std::string_view text, size_t begin, const Values& values)
      : text_(text), at_(begin), values_(values) {}

  Value conditional();
  // Skips blanks, and `word` if it comes next.
  bool accept(std::string_view word);
  size_t position() const { return at_; }
  const std::string& error() const { return error_; }
  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
  }

 private:
  Value disjunction();
  Value conjunction();
  Value comparison();
  Value sum();
  Value product();
  Value unary();
  Value primary();
  Value call(const std::string& name);
  Value variable(const std::string& name);
  Value quoted();
  Value number();
  int64_t integer(const Value& value);
  int64_t calculate(char operation, int64_t a, int64_t b);

  std::string_view text_;
  size_t at_;
  const Values& values_;
  bool is_live_ = true;  // false in a branch that is not taken
  int depth_ = 0;
  std::string error_;
};

bool is_name_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool Evaluator::accept(std::string_view word) {
  while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  if (!error_.empty() || !text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

int64_t Evaluator::integer(const Value& value) {
  if (const int64_t* number = std::get_if<int64_t>(&value)) return *number;
  fail(say("a text where a number is needed"));
  return 0;
}

int64_t Evaluator::calculate(char operation, int64_t a, int64_t b) {
  if (!is_live_) return 0;
  int64_t result = 0;
  bool overflows = false;
  if (operation == '/' || operation == '%') {
    if (b == 0) {
      fail(say("division by zero"));
      return 0;
    }
    overflows = a == std::numeric_limits<int64_t>::min() && b == -1;
    if (!overflows) result = operation == '/' ? a / b : a % b;
  } else if (operation == '+') {
    overflows = __builtin_add_overflow(a, b, &result);
  } else if (operation == '-') {
    overflows = __builtin_sub_overflow(a, b, &result);
  } else {
    overflows = __builtin_mul_overflow(a, b, &result);
  }
  if (overflows) fail(say("the value does not fit into 64 bits"));
  return overflows ? 0 : result;
}

// conditional = disjunction ("?" conditional ":" conditional)?
Value Evaluator::conditional() {
  if (++depth_ > kMaximumDepth) {
    fail(say("the expression is nested too deeply"));
    return int64_t{0};
  }
  Value value = disjunction();
  if (accept("?")) {
    const bool chosen = integer(value) != 0;
    const bool was_live = is_live_;
    is_live_ = was_live && chosen;
    Value yes = conditional();
    if (!accept(":")) fail(say("'?' needs a ':' and a second value"));
    is_live_ = was_live && !chosen;
    Value no = conditional();
    is_live_ = was_live;
    value = chosen ? std::move(yes) : std::move(no);
  }
  --depth_;
  return value;
}

// disjunction = conjunction ("||" conjunction)*
Value Evaluator::disjunction() {
  Value value = conjunction();
  while (accept("||")) {
    const bool left = integer(value) != 0;
    const bool was_live = is_live_;
    is_live_ = was_live && !left;
    const bool right = integer(conjunction()) != 0;
    is_live_ = was_live;
    value = int64_t{left || right};
  }
  return value;
}

// conjunction = comparison ("&&" comparison)*
Value Evaluator::conjunction() {
  Value value = comparison();
  while (accept("&&")) {
    const bool left = integer(value) != 0;
    const bool was_live = is_live_;
    is_live_ = was_live && left;
    const bool right = integer(comparison()) != 0;
    is_live_ = was_live;
    value = int64_t{left && right};
  }
  return value;
}

// comparison = sum (("==" | "!=" | "<=" | ">=" | "<" | ">") sum)?
Value Evaluator::comparison() {
  Value value = sum();
  for (const char* operation : {"==", "!=", "<=", ">=", "<", ">"}) {
    if (!accept(operation)) continue;
    const int64_t a = integer(value);
    const int64_t b = integer(sum());
    const std::string_view name = operation;
    return int64_t{name == "=="   ? a == b
                   : name == "!=" ? a != b
                   : name == "<=" ? a <= b
                   : name == ">=" ? a >= b
                   : name == "<"  ? a < b
                                  : a > b};
  }
  return value;
}

// sum = product (("+" | "-") product)*
Value Evaluator::sum() {
  Value value = product();
  while (true) {
    const char operation = accept("+") ? '+' : accept("-") ? '-' : '\0';
    if (operation == '\0') return value;
    const int64_t left = integer(value);
    value = calculate(operation, left, integer(product()));
  }
}

// product = unary (("*" | "/" | "%") unary)*
Value Evaluator::product() {
  Value value = unary();
  while (true) {
    const char operation = accept("*") ? '*' : accept("/") ? '/' : accept("%") ? '%' : '\0';
    if (operation == '\0') return value;
    const int64_t left = integer(value);
    value = calculate(operation, left, integer(unary()));
  }
}

// unary = ("-" | "!")* primary
Value Evaluator::unary() {
  bool is_negated = false;
  std::optional<bool> truth;  // set once a "!" was seen; true: negate
  if (accept("-")) is_negated = true;
  if (accept("!")) truth = true;
  Value value = primary();
  if (truth) value = int64_t{integer(value) == 0};
  if (is_negated) value = calculate('-', 0, integer(value));
  return value;
}

// primary = number | "'" text "'" | name | name "(" conditional "," conditional ")" | "("
// conditional ")"
Value Evaluator::primary() {
  if (accept("(")) {
    Value value = conditional();
    if (!accept(")")) fail(say("a ')' is missing"));
    return value;
  }
  if (accept("'")) return quoted();
  if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0)
    return number();
  if (at_ >= text_.size() || !is_name_start(text_[at_])) {
    fail(say("a number or a parameter's name is missing"));
    return int64_t{0};
  }
  const size_t begin = at_;
  while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
  const std::string name(text_.substr(begin, at_ - begin));
  return accept("(") ? call(name) : variable(name);
}

Value Evaluator::number() {
  int64_t value = 0;
  const char* begin = text_.data() + at_;
  const std::from_chars_result end = std::from_chars(begin, text_.data() + text_.size(), value);
  if (end.ec != std::errc()) fail(say("a number does not fit into 64 bits"));
  at_ += static_cast<size_t>(end.ptr - begin);
  return value;
}

Value Evaluator::quoted() {
  const size_t end = text_.find('\'', at_);
  if (end == std::string_view::npos) {
    fail(say("a text in '...' is not closed"));
    return std::string();
  }
  std::string value(text_.substr(at_, end - at_));
  at_ = end + 1;
  return value;
}

Value Evaluator::variable(const std::string& name) {
  const auto found = values_.find(name);
  if (found != values_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [known_name, value] : values_) known.push_back(known_name);
  const std::string nearest = base::nearest_name(name, known);
  fail(base::with_suggestion(say("there is no parameter '{name}'", "name"_a = name), nearest));
  return int64_t{0};
}

Value Evaluator::call(const std::string& name) {
  if (name != "min" && name != "max" && name != "ceil_div") {
    fail(say("there is no function '{name}'; known are min, max and ceil_div", "name"_a = name));
  }
  const int64_t a = integer(conditional());
  if (!accept(",")) fail(say("'{name}' takes two values", "name"_a = name));
  const int64_t b = integer(conditional());
  if (!accept(")")) fail(say("'{name}' takes two values and a ')'", "name"_a = name));
  if (name == "min") return a < b ? a : b;
  if (name == "max") return a > b ? a : b;
  const int64_t quotient = calculate('/', a, b);
  const bool rounds_up = is_live_ && error_.empty() && b != 0 && a % b != 0 && (a < 0) == (b < 0);
  return quotient + (rounds_up ? 1 : 0);
}

}  // namespace

base::Result<std::string, std::string> expand(std::string_view text, const Values& values) {
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t brace = text.find_first_of("{}", at);
    out += text.substr(at, brace == std::string_view::npos ? brace : brace - at);
    if (brace == std::string_view::npos) break;
    if (text[brace] == '}')
      return base::fail(say("a '}}' without its '{{' in '{text}'", "text"_a = text));
    Evaluator evaluator(text, brace + 1, values);
    const Value value = evaluator.conditional();
    if (!evaluator.accept("}")) evaluator.fail(say("a '}}' is missing or something is before it"));
    if (!evaluator.error().empty()) {
      const size_t end = text.find('}', brace);
      const std::string quote(
          text.substr(brace, end == std::string_view::npos ? end : end + 1 - brace));
      return base::fail(
          say("{problem} in '{text}'", "problem"_a = evaluator.error(), "text"_a = quote));
    }
    if (const int64_t* number = std::get_if<int64_t>(&value))
      out += std::to_string(*number);
    else
      out += std::get<std::string>(value);
    at = evaluator.position();
  }
  return out;
}

}  // namespace warplens::lessons
