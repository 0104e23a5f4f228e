// Expressions, by C++'s grammar. The trees built here have no types yet (except sizeof and
// literals): each whole expression is passed to the checker.
#include <algorithm>
#include <array>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/number.hpp"
#include "sim/lang/text/operators.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

// Bounds the depth of trees that grow to the left (a + a + ...), which nesting does not count.
constexpr int kMostOperators = 1000;

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
  error_here(say("this expression has more than {most} operators", "most"_a = kMostOperators),
             say("divide it into several statements"));
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

// assignment := conditional [("=" | "+=" | ...) assignment] | "throw" assignment
ExprPtr Parser::parse_assignment() {
  const size_t begin = at_;
  if (is("throw") && names_.is_host()) return parse_throw_expression();
  if (!enter_nesting()) {
    leave_nesting();
    return nullptr;
  }
  ExprPtr target = parse_conditional();
  if (target && peek().kind == TokenKind::kPunctuator) {
    const std::optional<BinaryOp> compound = compound_operator(peek());
    const bool is_compound = compound.has_value();
    if (is_compound || is("=")) {
      ++at_;
      auto assign = std::make_unique<Assign>();
      assign->is_compound = is_compound;
      if (is_compound) assign->op = *compound;
      assign->target = std::move(target);
      assign->value = is_compound ? parse_assignment() : parse_initializer_clause();
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
  if (!node->then_value || !expect(":", sentence("after the first value of '?'"))) return nullptr;
  node->else_value = parse_assignment();
  return node->else_value ? finish(std::move(node), begin) : nullptr;
}

// By precedence climbing; all binary operators associate to the left.
ExprPtr Parser::parse_binary(int lowest) {
  const size_t begin = at_;
  ExprPtr left = parse_pointed_member();
  while (left) {
    const BinaryRow* row = binary_row(peek());
    if (row == nullptr || row->level < lowest) break;
    if (in_template_arguments_ && (is(">") || is(">>"))) break;
    if (in_launch_ && is(">>") && peek(1).is(">")) break;
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

// pointed_member := unary ((".*" | "->*") unary)*
ExprPtr Parser::parse_pointed_member() {
  const size_t begin = at_;
  ExprPtr left = parse_unary();
  while (left && (is(".*") || is("->*"))) {
    if (!count_operator()) return nullptr;
    auto call = std::make_unique<Call>();
    call->is_arrow = is("->*");
    ++at_;
    call->name = kPointedMember;
    call->name_span = previous().span;
    call->arguments.push_back(std::move(left));
    call->arguments.push_back(parse_unary());
    if (!call->arguments.back()) return nullptr;
    left = finish(std::move(call), begin);
  }
  return left;
}

// `&Name::field`; null where that is not what follows, and nothing is read.
ExprPtr Parser::parse_member_address(size_t begin) {
  if (!peek().is_identifier() && !is("::")) return nullptr;
  if (is("::") ? !peek(2).is("::") : !peek(1).is("::") && !peek(1).is("<")) return nullptr;
  const size_t from = at_;
  const size_t errors = reporter_.count();
  std::string name;
  bool is_read = false;
  {
    const Reporter::Trial trial(reporter_);
    is_read = parse_qualified_name(name);
    reporter_.forget_after(errors);
  }
  const size_t last = name.rfind("::");
  const Type* owner =
      is_read && last != std::string::npos ? names_.find_type(name.substr(0, last)) : nullptr;
  ExprPtr address;
  if (owner != nullptr && owner->is_record() && names_.complete(owner, tokens_[from].span))
    address = checker_.member_address(*owner->record, name.substr(last + 2));
  if (address) return finish(std::move(address), begin);
  at_ = from;
  return nullptr;
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
    if (ExprPtr member = parse_member_address(begin)) return member;
    auto address = std::make_unique<AddressOf>();
    address->operand = parse_unary();
    return address->operand ? finish(std::move(address), begin) : nullptr;
  }
  if (is("sizeof")) return parse_sizeof();
  if (is("new")) return parse_new();
  if (is("delete")) return parse_delete();
  if (is("alignof")) return parse_alignof();
  if (is("noexcept")) return parse_noexcept_operator();
  if (is_parenthesized_type()) return parse_c_cast();
  return parse_postfix();
}

// `(std::nothrow)` behind `new`: null is given where there is no memory.
bool Parser::accept_nothrow() {
  const size_t name = is("(") && peek(1).is("std") && peek(2).is("::") ? 3 : 1;
  if (!is("(") || !peek(name).is("nothrow") || !peek(name + 1).is(")")) return false;
  at_ += name + 2;
  return true;
}

// new := "new" ["(" place ")"] type ["[" count "]" extents] ["(" arguments ")" | list]
ExprPtr Parser::parse_new() {
  const size_t begin = at_++;
  auto call = std::make_unique<Call>();
  call->name = "new";
  call->name_span = tokens_[begin].span;
  const bool is_nothrow = accept_nothrow();
  if (accept("(")) {
    call->arguments.push_back(parse_assignment());
    if (!call->arguments.back() || !expect(")", sentence("after the place of a new object")))
      return nullptr;
  }
  Specifiers specifiers;
  if (!parse_specifiers(specifiers) || specifiers.type == nullptr) return nullptr;
  const Type* type = checker_.types().unqualified(parse_pointers(specifiers.type));
  call->has_template_arguments = true;
  call->template_arguments.emplace_back();
  call->template_arguments.back().type = type;
  const auto allocation = [&](ExprPtr count) {
    auto memory = std::make_unique<Call>();
    memory->name_span = call->name_span;
    memory->span = call->name_span;
    memory->has_template_arguments = true;
    memory->template_arguments = call->template_arguments;
    memory->name = count ? "warplens_new_array" : "warplens_allocate";
    if (count) memory->arguments.push_back(std::move(count));
    return memory;
  };
  if (accept("[")) {
    ExprPtr count = parse_expression();
    if (!count || !expect("]", sentence("after the number of elements"))) return nullptr;
    if (is("[")) return parse_new_rows(type, std::move(count), begin);
    auto made = allocation(std::move(count));
    if (is_nothrow) made->name = "warplens_new_array_or_null";
    if (is("(") || is("{")) {
      made->name = "warplens_new_zeros";
      const std::string_view close = is("(") ? ")" : "}";
      ++at_;
      if (!accept(close)) {
        made->name = "warplens_new_raw";
        call->name = "new[]";
        call->arguments.push_back(std::move(made));
        call->arguments.push_back(parse_initializer_list(close));
        return call->arguments.back() ? finish(std::move(call), begin) : nullptr;
      }
    }
    return finish(std::move(made), begin);
  }
  if (call->arguments.empty()) call->arguments.push_back(allocation(nullptr));
  const bool has_list = is("(") || is("{");
  const std::string_view close = is("{") ? "}" : ")";
  if (has_list) {
    ++at_;
    call->arguments.push_back(parse_initializer_list(close));
    if (!call->arguments.back()) return nullptr;
  } else if (type->is_record()) {
    auto nothing = std::make_unique<Construct>();
    nothing->span = call->name_span;
    nothing->has_parentheses = true;
    call->arguments.push_back(std::move(nothing));
  }
  return finish(std::move(call), begin);
}

// `new T[count][columns]`: the elements of all rows one behind the other, as a pointer to rows.
ExprPtr Parser::parse_new_rows(const Type* element, ExprPtr count, size_t begin) {
  DeclaratorText text;
  const Type* row = parse_extents(element, text);
  if (row == nullptr) return nullptr;
  auto columns = std::make_unique<Literal>();
  columns->type = checker_.types().scalar(base::Scalar::kULong);
  columns->bits = size_of(row) / size_of(element);
  auto all = std::make_unique<Binary>();
  all->op = BinaryOp::kMultiply;
  all->left = std::move(count);
  all->right = finish(std::move(columns), begin);
  auto memory = std::make_unique<Call>();
  memory->name = "warplens_new_array";
  memory->name_span = tokens_[begin].span;
  memory->has_template_arguments = true;
  memory->template_arguments.emplace_back().type = element;
  memory->arguments.push_back(finish(std::move(all), begin));
  if (is("(") || is("{")) {
    memory->name = "warplens_new_zeros";
    const std::string_view close = is("(") ? ")" : "}";
    ++at_;
    if (!expect(close, sentence("after the rows of a new array, which all begin as zeros")))
      return nullptr;
  }
  auto rows = std::make_unique<Cast>();
  rows->type = checker_.types().pointer_to(row);
  rows->operand = finish(std::move(memory), begin);
  return finish(std::move(rows), begin);
}

// delete := "delete" ["[" "]"] unary
ExprPtr Parser::parse_delete() {
  const size_t begin = at_++;
  auto call = std::make_unique<Call>();
  call->name = is("[") ? "warplens_delete_array" : "warplens_delete";
  if (accept("[") && !expect("]", sentence("after delete["))) return nullptr;
  call->name_span = tokens_[begin].span;
  call->arguments.push_back(parse_unary());
  return call->arguments.back() ? finish(std::move(call), begin) : nullptr;
}

// sizeof := "sizeof" ("(" type ")" | unary)
ExprPtr Parser::parse_sizeof() {
  const size_t begin = at_++;
  if (is("...")) return parse_pack_size(begin);
  if (is_parenthesized_type()) {
    ++at_;
    const Type* type = parse_type_name();
    if (type == nullptr || !expect(")", sentence("after the type of sizeof"))) return nullptr;
    if (type->is_void()) {
      error(tokens_[begin].span, say("void has no size"));
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

// alignof := "alignof" "(" type ")"
ExprPtr Parser::parse_alignof() {
  const size_t begin = at_++;
  if (!expect("(", sentence("after 'alignof'"))) return nullptr;
  const Type* type = parse_type_name();
  if (type == nullptr || !expect(")", sentence("after the type of alignof"))) return nullptr;
  auto literal = std::make_unique<Literal>();
  literal->type = checker_.types().scalar(base::Scalar::kULong);
  literal->bits = alignment_of(type);
  return finish(std::move(literal), begin);
}

// noexcept := "noexcept" "(" expression ")"
ExprPtr Parser::parse_noexcept_operator() {
  const size_t begin = at_++;
  if (!expect("(", sentence("after 'noexcept'"))) return nullptr;
  const bool outer = std::exchange(in_template_arguments_, false);
  ExprPtr operand = parse_expression();
  in_template_arguments_ = outer;
  if (!operand || !expect(")", sentence("after the value of noexcept"))) return nullptr;
  return checker_.promises_not_to_throw(std::move(operand),
                                        base::join(tokens_[begin].span, previous().span));
}

// `(float)` or `(const int*)`; but not `(float(x) + 1)`.
bool Parser::is_parenthesized_type() const {
  if (!is("(") || !starts_type(1)) return false;
  size_t ahead = 1;
  while (peek(ahead).is_identifier() && is_type_word(peek(ahead).text)) ++ahead;
  if (ahead == 1) ahead += type_name_length(1);
  const bool is_functional_cast =
      ahead > 1 && (peek(ahead).is("{") || (peek(ahead).is("(") && !peek(ahead + 1).is("*")) ||
                    peek(ahead).is("::"));
  return !is_functional_cast;
}

// cast := "(" type ")" unary
ExprPtr Parser::parse_c_cast() {
  const size_t begin = at_++;
  auto cast = std::make_unique<Cast>();
  cast->type = parse_type_name();
  if (cast->type == nullptr || !expect(")", sentence("after the type of a cast"))) return nullptr;
  if (accept("{")) {  // C's compound literal, which g++ and nvcc accept
    ExprPtr list = parse_initializer_list("}");
    if (list) list->type = cast->type;
    return list ? finish(std::move(list), begin) : nullptr;
  }
  cast->operand = parse_unary();
  return cast->operand ? finish(std::move(cast), begin) : nullptr;
}

// postfix := primary ("[" expression "]" | ("." | "->") name [arguments] | "++" | "--")*
ExprPtr Parser::parse_postfix() {
  const size_t begin = at_;
  ExprPtr expr = parse_primary();
  for (bool goes_on = true; expr && goes_on;)
    expr = parse_postfix_step(std::move(expr), begin, goes_on);
  return expr;
}

ExprPtr Parser::parse_postfix_step(ExprPtr base, size_t begin, bool& goes_on) {
  const bool is_step = is("[") || is("++") || is("--") || is(".") || is("->");
  if (is_step && !count_operator()) return nullptr;
  if (accept("[")) {
    auto index = std::make_unique<Index>();
    index->base = std::move(base);
    if (is("]")) {
      error_here(say("an index is missing between the brackets"));
      return nullptr;
    }
    const bool outer = std::exchange(in_template_arguments_, false);
    index->index = parse_assignment();
    in_template_arguments_ = outer;
    if (index->index && is(",")) {
      error_here(say("a comma between brackets takes only the last index"), say("write [i][j]"));
      return nullptr;
    }
    if (!index->index || !expect("]", sentence("after the index"))) return nullptr;
    return finish(std::move(index), begin);
  }
  if (is("++") || is("--")) {
    auto increment = std::make_unique<Increment>();
    increment->is_decrement = is("--");
    increment->operand = std::move(base);
    ++at_;
    return finish(std::move(increment), begin);
  }
  if (is(".") || is("->")) return parse_member(std::move(base), begin);
  if ((names_.is_host() || names_.is_program()) && opens_launch()) {
    auto launch = std::make_unique<Launch>();
    launch->name_span = tokens_[begin].span;
    launch->callee = std::move(base);
    return parse_launch(std::move(launch), begin);
  }
  if (is("(")) {  // an object with an operator()
    auto call = std::make_unique<Call>();
    call->name = "operator()";
    call->name_span = peek().span;
    call->object = std::move(base);
    ++at_;
    if (!parse_arguments(call->arguments)) return nullptr;
    return finish(std::move(call), begin);
  }
  goes_on = false;
  return base;
}

// (std::max)(a, b): the parentheses keep a macro max from being one.
bool Parser::calls_parenthesized_name() const {
  size_t i = 1;
  for (;; ++i) {
    if (!peek(i).is_identifier() || is_keyword(peek(i).text)) return false;
    ++i;
    i += behind_angles(i, true);
    if (!peek(i).is("::")) break;
  }
  if (!peek(i).is(")") || !peek(i + 1).is("(")) return false;
  const bool is_qualified = i > 2;
  return is_qualified || (checker_.find_local(peek(1).text) == nullptr &&
                          !names_.find_functions(peek(1).text).empty());
}

ExprPtr Parser::parse_primary() {
  const Token& token = peek();
  if (token.kind == TokenKind::kNumber || token.kind == TokenKind::kCharacter)
    return parse_number_token();
  if (token.kind == TokenKind::kString) {
    if (names_.is_host() || !in_assert_) return parse_string();
    auto text = std::make_unique<Literal>();  // assert(i < n && "why"): a string is true
    text->type = checker_.types().scalar(base::Scalar::kBool);
    text->bits = 1;
    const size_t begin = at_;
    while (peek().kind == TokenKind::kString) ++at_;
    return finish(std::move(text), begin);
  }
  if (is("(")) {
    if (const size_t ellipsis = fold_ellipsis(); ellipsis != 0) return parse_fold(ellipsis);
    if (calls_parenthesized_name()) {
      const size_t begin = at_++;
      std::string name;
      const Span span = peek().span;
      if (!parse_qualified_name(name)) return nullptr;
      ++at_;
      return parse_call(begin, name, base::join(span, tokens_[at_ - 2].span));
    }
    ++at_;
    const bool outer = std::exchange(in_template_arguments_, false);
    ExprPtr inner = parse_expression();
    in_template_arguments_ = outer;
    if (!inner || !expect(")", sentence("to close the parenthesis"))) return nullptr;
    return inner;
  }
  if (token.is_identifier() || is("::")) return parse_name();
  if (is("[")) return parse_lambda();
  return report_no_expression();
}

ExprPtr Parser::report_no_expression() {
  if (is("{")) {
    error_here(say("a list in braces is only possible as an initialiser"));
  } else if (is(";") || is(")") || is("]") || is("}") || at_end()) {
    error(end_of_previous(),
          say("a value is missing here, before {found}", "found"_a = describe_here()));
  } else {
    error_here(say("expected a value, found {found}", "found"_a = describe_here()));
  }
  return nullptr;
}

// `10ms`, `1.5_km`: the operator takes an unsigned long long or a (long) double.
ExprPtr Parser::call_literal_operator(const std::string& function, const Number& number) {
  const bool is_floating = base::is_floating(number.scalar);
  auto literal = std::make_unique<Literal>();
  literal->type =
      checker_.types().scalar(is_floating ? base::Scalar::kDouble : base::Scalar::kULongLong);
  literal->bits = number.bits;
  literal->real = number.real;
  const size_t begin = at_++;
  auto call = std::make_unique<Call>();
  call->name = function;
  call->name_span = tokens_[begin].span;
  call->arguments.push_back(finish(std::move(literal), begin));
  return finish(std::move(call), begin);
}

ExprPtr Parser::parse_number_token() {
  const Token& token = peek();
  const auto number =
      token.kind == TokenKind::kNumber ? parse_number(token.text) : parse_character(token.text);
  if (!number.ok()) {
    const size_t digits = token.kind == TokenKind::kNumber ? digits_of(token.text) : 0;
    const std::string function = literal_operator(token.text.substr(digits));
    const auto value = parse_number(token.text.substr(0, digits));
    if (digits != 0 && value.ok() && !names_.find_functions(function).empty())
      return call_literal_operator(function, *value);
    error_here(number.error());
    return nullptr;
  }
  auto literal = std::make_unique<Literal>();
  literal->type = checker_.types().scalar(number->scalar);
  literal->bits = number->bits;
  literal->real = number->real;
  literal->is_written = token.kind == TokenKind::kNumber;
  ++at_;
  return finish(std::move(literal), at_ - 1);
}

}  // namespace warplens::lang
