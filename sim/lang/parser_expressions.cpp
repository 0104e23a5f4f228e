// Expressions, by C++'s grammar. What is built here has no types yet (sizeof and literals aside):
// the checker gets each whole expression.
#include <algorithm>
#include <array>
#include <utility>

#include "sim/lang/number.hpp"
#include "sim/lang/parser.hpp"
#include "sim/lang/words.hpp"

namespace warplens::lang {
namespace {

// Bounds the depth of trees that grow to the left (a + a + ...), which nesting does not count.
constexpr int kMostOperators = 1000;

struct BinaryRow {
  std::string_view spelling;
  int level;  // higher binds tighter
  BinaryOp op;
};
constexpr int kOrLevel = 1;
constexpr int kAndLevel = 2;
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

const BinaryRow* binary_row(const Token& token) {
  if (token.kind != TokenKind::kPunctuator) return nullptr;
  const auto row =
      std::find_if(kBinaryOperators.begin(), kBinaryOperators.end(),
                   [&](const BinaryRow& candidate) { return token.text == candidate.spelling; });
  return row == kBinaryOperators.end() ? nullptr : &*row;
}

struct AssignRow {
  std::string_view spelling;
  BinaryOp op;
};
constexpr std::array<AssignRow, 10> kCompoundAssignments{{{"+=", BinaryOp::kAdd},
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

void Parser::place(Expr& node, size_t begin) const {
  const Token& first = tokens_[begin];
  const Token& last = previous();
  node.span = base::join(first.span, last.span);
  node.from_macro =
      (first.from_macro && first.span == node.span) || (last.from_macro && last.span == node.span);
}

bool Parser::count_operator() {
  if (++operators_ <= kMostOperators) return true;
  error_here("this expression has more than " + std::to_string(kMostOperators) + " operators",
             "divide it into several statements");
  return false;
}

ExprPtr Parser::parse_full_expression() {
  operators_ = 0;
  return parse_expression();
}

// expression := assignment ("," assignment)*
ExprPtr Parser::parse_expression() {
  const size_t begin = at_;
  ExprPtr left = parse_assignment();
  while (left && accept(",")) {
    if (!count_operator()) return nullptr;
    auto comma = std::make_unique<Binary>();
    comma->op = BinaryOp::kComma;
    comma->left = std::move(left);
    comma->right = parse_assignment();
    if (!comma->right) return nullptr;
    left = finish(std::move(comma), begin);
  }
  return left;
}

// assignment := conditional [("=" | "+=" | ...) assignment]
ExprPtr Parser::parse_assignment() {
  const size_t begin = at_;
  if (!enter_nesting()) {
    leave_nesting();
    return nullptr;
  }
  ExprPtr target = parse_conditional();
  if (target && peek().kind == TokenKind::kPunctuator) {
    const auto row =
        std::find_if(kCompoundAssignments.begin(), kCompoundAssignments.end(),
                     [&](const AssignRow& candidate) { return is(candidate.spelling); });
    const bool is_compound = row != kCompoundAssignments.end();
    if (is_compound || is("=")) {
      ++at_;
      auto assign = std::make_unique<Assign>();
      assign->is_compound = is_compound;
      if (is_compound) assign->op = row->op;
      assign->target = std::move(target);
      assign->value = parse_assignment();
      target = assign->value ? finish(std::move(assign), begin) : nullptr;
    }
  }
  leave_nesting();
  return target;
}

// conditional := binary ["?" expression ":" assignment]
ExprPtr Parser::parse_conditional() {
  const size_t begin = at_;
  ExprPtr condition = parse_binary(kOrLevel);
  if (!condition || !is("?")) return condition;
  ++at_;
  auto node = std::make_unique<Conditional>();
  node->condition = std::move(condition);
  if (!enter_nesting()) {
    leave_nesting();
    return nullptr;
  }
  node->then_value = parse_expression();
  leave_nesting();
  if (!node->then_value || !expect(":", "after the first value of '?'")) return nullptr;
  node->else_value = parse_assignment();
  return node->else_value ? finish(std::move(node), begin) : nullptr;
}

// By precedence climbing; all binary operators associate to the left.
ExprPtr Parser::parse_binary(int lowest) {
  const size_t begin = at_;
  ExprPtr left = parse_unary();
  while (left) {
    const BinaryRow* row = binary_row(peek());
    if (row == nullptr || row->level < lowest) break;
    if (in_template_arguments_ && (is(">") || is(">>"))) break;
    if (!count_operator()) return nullptr;
    ++at_;
    ExprPtr right = parse_binary(row->level + 1);
    if (!right) return nullptr;
    if (row->level <= kAndLevel) {
      auto logical = std::make_unique<Logical>();
      logical->is_and = row->level == kAndLevel;
      logical->left = std::move(left);
      logical->right = std::move(right);
      left = finish(std::move(logical), begin);
    } else {
      auto binary = std::make_unique<Binary>();
      binary->op = row->op;
      binary->left = std::move(left);
      binary->right = std::move(right);
      left = finish(std::move(binary), begin);
    }
  }
  return left;
}

ExprPtr Parser::parse_unary() {
  if (!enter_nesting()) {
    leave_nesting();
    return nullptr;
  }
  ExprPtr result = parse_unary_inner();
  leave_nesting();
  return result;
}

// unary := ("+" | "-" | "!" | "~" | "*" | "&" | "++" | "--") unary | sizeof | cast | postfix
ExprPtr Parser::parse_unary_inner() {
  const size_t begin = at_;
  constexpr std::array<std::pair<std::string_view, UnaryOp>, 4> kOperators{
      {{"+", UnaryOp::kPlus},
       {"-", UnaryOp::kNegate},
       {"!", UnaryOp::kNot},
       {"~", UnaryOp::kBitNot}}};
  for (const auto& [spelling, op] : kOperators) {
    if (!is(spelling)) continue;
    ++at_;
    auto unary = std::make_unique<Unary>();
    unary->op = op;
    unary->operand = parse_unary();
    return unary->operand ? finish(std::move(unary), begin) : nullptr;
  }
  if (is("++") || is("--")) {
    auto increment = std::make_unique<Increment>();
    increment->is_decrement = is("--");
    increment->is_prefix = true;
    ++at_;
    increment->operand = parse_unary();
    return increment->operand ? finish(std::move(increment), begin) : nullptr;
  }
  if (accept("*")) {
    auto dereference = std::make_unique<Dereference>();
    dereference->pointer = parse_unary();
    return dereference->pointer ? finish(std::move(dereference), begin) : nullptr;
  }
  if (accept("&")) {
    auto address = std::make_unique<AddressOf>();
    address->operand = parse_unary();
    return address->operand ? finish(std::move(address), begin) : nullptr;
  }
  if (is("sizeof")) return parse_sizeof();
  if (is_parenthesized_type()) return parse_c_cast();
  return parse_postfix();
}

// sizeof := "sizeof" ("(" type ")" | unary)
ExprPtr Parser::parse_sizeof() {
  const size_t begin = at_++;
  if (is_parenthesized_type()) {
    ++at_;
    const Type* type = parse_type_name();
    if (type == nullptr || !expect(")", "after the type of sizeof")) return nullptr;
    if (type->is_void()) {
      error(tokens_[begin].span, "void has no size");
      return nullptr;
    }
    auto literal = std::make_unique<Literal>();
    literal->type = checker_.types().scalar(base::Scalar::kULong);
    literal->bits = size_of(type);
    return finish(std::move(literal), begin);
  }
  ExprPtr operand = parse_unary();
  if (!operand) return nullptr;
  return checker_.size_of_expression(std::move(operand),
                                     base::join(tokens_[begin].span, previous().span));
}

// `(float)` or `(const int*)`; but not `(float(x) + 1)`.
bool Parser::is_parenthesized_type() const {
  if (!is("(") || !starts_type(1)) return false;
  size_t ahead = 1;
  while (peek(ahead).is_identifier() && is_type_word(peek(ahead).text)) ++ahead;
  const bool is_functional_cast =
      ahead > 1 && (peek(ahead).is("{") || (peek(ahead).is("(") && !peek(ahead + 1).is("*")));
  return !is_functional_cast;
}

// cast := "(" type ")" unary
ExprPtr Parser::parse_c_cast() {
  const size_t begin = at_++;
  auto cast = std::make_unique<Cast>();
  cast->type = parse_type_name();
  if (cast->type == nullptr || !expect(")", "after the type of a cast")) return nullptr;
  cast->operand = parse_unary();
  return cast->operand ? finish(std::move(cast), begin) : nullptr;
}

// named_cast := ("static_cast" | ...) "<" type ">" "(" expression ")"
ExprPtr Parser::parse_named_cast() {
  const size_t begin = at_;
  const std::string name(peek().text);
  ++at_;
  auto cast = std::make_unique<Cast>();
  if (!expect("<", "after " + name)) return nullptr;
  cast->type = parse_type_name();
  if (cast->type == nullptr || !expect(">", "after the type of " + name) ||
      !expect("(", "after " + name + "<...>")) {
    return nullptr;
  }
  cast->operand = parse_expression();
  if (!cast->operand || !expect(")", "after the value of " + name)) return nullptr;
  return finish(std::move(cast), begin);
}

// functional_cast := type_word+ ("(" | "{") [expression] (")" | "}")
ExprPtr Parser::parse_functional_cast() {
  const size_t begin = at_;
  std::string words;
  while (peek().is_identifier() && is_type_word(peek().text)) {
    words += (words.empty() ? "" : " ") + std::string(peek().text);
    ++at_;
  }
  const auto scalar = base::scalar_from_name(words);
  if (!scalar || (!is("(") && !is("{"))) {
    error(tokens_[begin].span, "a type ('" + words + "') where a value is expected",
          is("*") ? "a cast has its type in parentheses: (" + words + "*)value" : "");
    return nullptr;
  }
  const std::string_view close = is("{") ? "}" : ")";
  ++at_;
  auto cast = std::make_unique<Cast>();
  cast->type = checker_.types().scalar(*scalar);
  if (accept(close)) {
    cast->operand = zero_of(cast->type, tokens_[begin].span);
    return finish(std::move(cast), begin);
  }
  cast->operand = parse_expression();
  if (!cast->operand || !expect(close, "after the value")) return nullptr;
  return finish(std::move(cast), begin);
}

// postfix := primary ("[" expression "]" | "(" arguments ")" | "++" | "--")*
ExprPtr Parser::parse_postfix() {
  const size_t begin = at_;
  ExprPtr expr = parse_primary();
  for (bool goes_on = true; expr && goes_on;)
    expr = parse_postfix_step(std::move(expr), begin, goes_on);
  return expr;
}

ExprPtr Parser::parse_postfix_step(ExprPtr base, size_t begin, bool& goes_on) {
  const bool is_step = is("[") || is("++") || is("--");
  if (is_step && !count_operator()) return nullptr;
  if (accept("[")) {
    auto index = std::make_unique<Index>();
    index->base = std::move(base);
    if (is("]")) {
      error_here("an index is missing between the brackets");
      return nullptr;
    }
    index->index = parse_assignment();
    if (index->index && is(",")) {
      error_here("a comma between brackets takes only the last index", "write [i][j]");
      return nullptr;
    }
    if (!index->index || !expect("]", "after the index")) return nullptr;
    return finish(std::move(index), begin);
  }
  if (is("++") || is("--")) {
    auto increment = std::make_unique<Increment>();
    increment->is_decrement = is("--");
    increment->operand = std::move(base);
    ++at_;
    return finish(std::move(increment), begin);
  }
  if (is(".") || is("->")) {
    ++at_;
    checker_.report_member(*base, peek().text, peek().span);
    if (peek().is_identifier()) ++at_;
    return nullptr;
  }
  if (is("(")) {
    error_here("only a function's name can be called", "write * to multiply");
    return nullptr;
  }
  goes_on = false;
  return base;
}

// call := name "(" [assignment ("," assignment)*] ")"
ExprPtr Parser::parse_call(size_t begin) {
  auto call = std::make_unique<Call>();
  call->name = std::string(tokens_[begin].text);
  call->name_span = tokens_[begin].span;
  at_ = begin + 2;
  if (!checker_.require_function(call->name, call->name_span)) {
    skip_parentheses();
    return nullptr;
  }
  while (!is(")")) {
    ExprPtr argument = parse_assignment();
    if (!argument) return nullptr;
    call->arguments.push_back(std::move(argument));
    if (!accept(",")) break;
    if (is(")")) return report_no_expression();
  }
  if (!expect(")", "after the arguments of '" + call->name + "'")) return nullptr;
  return finish(std::move(call), begin);
}

ExprPtr Parser::parse_initializer_clause() {
  if (!accept("{")) return parse_assignment();
  return parse_initializer_list("}");
}

ExprPtr Parser::parse_initializer_list(std::string_view close) {
  auto list = std::make_unique<Construct>();
  const size_t begin = at_ - 1;
  list->has_parentheses = close == ")";
  if (!enter_nesting()) {
    leave_nesting();
    return nullptr;
  }
  bool is_fine = true;
  while (is_fine && !is(close)) {
    operators_ = 0;
    ExprPtr element = parse_initializer_clause();
    is_fine = element != nullptr;
    if (is_fine) list->elements.push_back(std::move(element));
    if (!accept(",")) break;
    if (close == ")" && is(close)) {
      report_no_expression();
      is_fine = false;
    }
  }
  is_fine = is_fine && expect(close, close == ")" ? "after the arguments" : "after the values");
  leave_nesting();
  return is_fine ? finish(std::move(list), begin) : nullptr;
}

// Of `>>` only the first character is this list's.
bool Parser::parse_template_arguments(std::vector<TemplateArgument>& arguments) {
  if (!expect("<", "before the template arguments")) return false;
  while (!is(">") && !is(">>")) {
    TemplateArgument argument;
    if (starts_type(0)) {
      argument.type = parse_type_name();
      if (argument.type == nullptr) return false;
    } else {
      const auto value = checker_.constant_integer(parse_template_value(), "a template's argument");
      if (!value) return false;
      argument.value = value->bits;
    }
    arguments.push_back(argument);
    if (!accept(",")) break;
  }
  return expect_template_end();
}

ExprPtr Parser::parse_template_value() {
  const bool outer = std::exchange(in_template_arguments_, true);
  ExprPtr value = parse_conditional();
  in_template_arguments_ = outer;
  return value;
}

// The `>` of a list; of `>>` the first half.
bool Parser::expect_template_end() {
  if (is(">>") && !half_closed_) {
    half_closed_ = true;  // the second half closes the list around
    return true;
  }
  if (is(">>") && half_closed_) {
    half_closed_ = false;
    ++at_;
    return true;
  }
  return expect(">", "after the template arguments");
}

ExprPtr Parser::parse_primary() {
  const Token& token = peek();
  if (token.kind == TokenKind::kNumber || token.kind == TokenKind::kCharacter)
    return parse_number_token();
  if (token.kind == TokenKind::kString) {
    error_here("strings are not supported in a kernel");
    return nullptr;
  }
  if (is("(")) {
    ++at_;
    const bool outer = std::exchange(in_template_arguments_, false);
    ExprPtr inner = parse_expression();
    in_template_arguments_ = outer;
    if (!inner || !expect(")", "to close the parenthesis")) return nullptr;
    return inner;
  }
  if (token.is_identifier()) return parse_name();
  return report_no_expression();
}

ExprPtr Parser::report_no_expression() {
  if (is("[")) {
    error_here("lambdas are not supported", "write the computation where it is needed");
    while (!at_end() && !is("{") && !is(";") && !is("}")) ++at_;
    skip_braces();
  } else if (is("{")) {
    error_here("a list in braces is only possible as an initialiser");
  } else if (is(";") || is(")") || is("]") || is("}") || at_end()) {
    error(end_of_previous(), "a value is missing here, before " + describe_here());
  } else {
    error_here("expected a value, here is " + describe_here());
  }
  return nullptr;
}

ExprPtr Parser::parse_number_token() {
  const Token& token = peek();
  const auto number =
      token.kind == TokenKind::kNumber ? parse_number(token.text) : parse_character(token.text);
  if (!number.ok()) {
    error_here(number.error());
    return nullptr;
  }
  auto literal = std::make_unique<Literal>();
  literal->type = checker_.types().scalar(number->scalar);
  literal->bits = number->bits;
  literal->real = number->real;
  ++at_;
  return finish(std::move(literal), at_ - 1);
}

// A name: a variable, a call, a builtin, or a keyword that is an expression.
ExprPtr Parser::parse_name() {
  const size_t begin = at_;
  const std::string_view word = peek().text;
  if (word == "true" || word == "false" || word == "nullptr") {
    auto literal = std::make_unique<Literal>();
    TypeTable& types = checker_.types();
    literal->type =
        word == "nullptr" ? types.pointer_to(types.void_type()) : types.scalar(base::Scalar::kBool);
    literal->bits = word == "true" ? 1 : 0;
    ++at_;
    return finish(std::move(literal), begin);
  }
  if (word == "static_cast" || word == "reinterpret_cast" || word == "const_cast")
    return parse_named_cast();
  if (is_type_word(word)) return parse_functional_cast();
  if (const auto first = builtin_triple(word); first && checker_.find_variable(word) == nullptr) {
    return parse_builtin(*first);
  }
  if (const auto refusal = refused_keyword(word)) {
    error_here(refusal->message, refusal->hint);
    return nullptr;
  }
  if (is_keyword(word)) {
    error_here("'" + std::string(word) + "' cannot stand here: a value is expected");
    return nullptr;
  }
  if (peek(1).is("::") || (peek(1).is("<<") && peek(2).is("<"))) {
    const bool is_launch = peek(1).is("<<");
    if (is_launch)
      error_here("a kernel cannot launch another one here (dynamic parallelism)",
                 "write a loop instead");
    else {
      checker_.report_unknown_name(word, peek().span);
      suppress_declared_name();
    }
    return nullptr;
  }
  if (peek(1).is("<") && peek(2).is_identifier() && is_type_word(peek(2).text)) {
    if (checker_.require_function(word, peek().span)) {
      error_here("'" + std::string(word) + "' takes no type in < >",
                 "write " + std::string(word) + "(...)");
    }
    return nullptr;
  }
  if (peek(1).is("(")) return parse_call(begin);
  auto reference = std::make_unique<VariableRef>();
  reference->name = std::string(word);
  ++at_;
  return finish(std::move(reference), begin);
}

// builtin := ("threadIdx" | ...) "." ("x" | "y" | "z")
ExprPtr Parser::parse_builtin(Builtin first) {
  const size_t begin = at_;
  const std::string name(peek().text);
  ++at_;
  if (!accept(".")) {
    error(tokens_[begin].span, "'" + name + "' has three parts",
          "write " + name + ".x, " + name + ".y or " + name + ".z");
    return nullptr;
  }
  const bool is_part = is("x") || is("y") || is("z");
  if (!is_part) {
    error_here("'" + name + "' has no part '" + std::string(peek().text) + "'",
               "write " + name + ".x, " + name + ".y or " + name + ".z");
    if (peek().is_identifier()) ++at_;
    return nullptr;
  }
  auto builtin = std::make_unique<BuiltinRef>();
  const int part = peek().text[0] - 'x';
  builtin->builtin = static_cast<Builtin>(static_cast<int>(first) + part);
  ++at_;
  return finish(std::move(builtin), begin);
}

}  // namespace warplens::lang
