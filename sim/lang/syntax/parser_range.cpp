// A for over an array, translated to a plain for.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {

// Whether there is a `:` in the parentheses with no `;` before it.
bool Parser::is_range_header() const {
  if (!starts_declaration()) return false;
  int depth = 0;
  for (size_t i = 0;; ++i) {
    const Token& token = peek(i);
    if (token.at_end() || token.is(";") || token.is("{") || token.is("?")) return false;
    if (token.is("(") || token.is("[")) ++depth;
    if ((token.is(")") || token.is("]")) && --depth < 0) return false;
    if (token.is(":") && depth == 0) return true;
  }
}

namespace {

// Not a name that a text can contain.
std::string index_name_of(const std::string& variable) {
  return "index of " + variable;
}

std::string list_name_of(const std::string& variable) {
  return "list of " + variable;
}

ExprPtr variable_named(const std::string& name, Span span) {
  auto variable = std::make_unique<VariableRef>();
  variable->name = name;
  variable->span = span;
  return variable;
}

ExprPtr comparison(BinaryOp op, ExprPtr left, ExprPtr right, Span span) {
  auto test = std::make_unique<Binary>();
  test->span = span;
  test->op = op;
  test->left = std::move(left);
  test->right = std::move(right);
  return test;
}

ExprPtr step_of(const std::string& name, Span span) {
  auto step = std::make_unique<Increment>();
  step->span = span;
  step->is_prefix = true;
  step->operand = variable_named(name, span);
  return step;
}

}  // namespace

// The head of a loop over the numbers below `count`.
void Parser::count_indexes(For& loop, const DeclaratorText& text, uint64_t count) {
  const std::string name = index_name_of(text.name);
  const Type* type = checker_.types().scalar(base::Scalar::kInt);
  auto declaration = std::make_unique<Declaration>();
  declaration->span = text.span;
  Declarator counter;
  counter.variable = checker_.declare(name, text.span, type, Storage::kLocal);
  counter.has_initializer = true;
  counter.value = zero_of(counter.variable->type, text.span);
  loop.induction = counter.variable;
  declaration->declarators.push_back(std::move(counter));
  loop.init = std::move(declaration);
  auto limit = std::make_unique<Literal>();
  limit->type = type;
  limit->bits = count;
  limit->span = text.span;
  loop.condition = checker_.condition(
      comparison(BinaryOp::kLess, variable_named(name, text.span), std::move(limit), text.span));
  loop.step = checker_.discarded(step_of(name, text.span));
}

// A loop from the begin() to the end() of an object, which is evaluated once.
void Parser::parse_container_for(For& loop, const Specifiers& specifiers,
                                 const DeclaratorText& text) {
  const std::string whole = "range of " + text.name, at = "begin of " + text.name,
                    end = "end of " + text.name;
  TypeTable& types = checker_.types();
  auto declaration = std::make_unique<Declaration>();
  declaration->span = text.span;
  Declarator range;
  range.has_initializer = true;
  range.value = checker_.bind_reference(parse_full_expression(), nullptr, true);
  bool is_fine = range.value != nullptr;
  if (is_fine) {
    range.variable = checker_.declare(whole, text.span, range.value->type, Storage::kLocal);
    range.variable->is_reference = true;
    Checker::extend_lifetime(range);
    declaration->declarators.push_back(std::move(range));
  }
  const auto call = [&](const char* name) {
    auto made = std::make_unique<Call>();
    made->span = made->name_span = text.span;
    made->name = name;
    made->object = variable_named(whole, text.span);
    return made;
  };
  for (const auto& [name, function] : {std::pair(at, "begin"), std::pair(end, "end")}) {
    const Type* type = is_fine ? checker_.type_of(call(function)) : nullptr;
    is_fine = type != nullptr;
    if (!is_fine) break;
    Declarator one;
    one.variable = checker_.declare(name, text.span, types.unqualified(type), Storage::kLocal);
    is_fine = checker_.initialize_variable(one, call(function), text.span);
    declaration->declarators.push_back(std::move(one));
  }
  loop.init = std::move(declaration);
  const auto element = [&] {
    auto place = std::make_unique<Dereference>();
    place->span = text.span;
    place->pointer = variable_named(at, text.span);
    return place;
  };
  const Type* type = nullptr;
  if (is_fine) {
    loop.condition =
        checker_.condition(comparison(BinaryOp::kNotEqual, variable_named(at, text.span),
                                      variable_named(end, text.span), text.span));
    loop.step = checker_.discarded(step_of(at, text.span));
    type = checker_.type_of(element());
  }
  expect(")", sentence("after the range of a for"));
  checker_.enter_scope();
  auto body = std::make_unique<Block>();
  if (type != nullptr)
    body->statements.push_back(declare_range_variable(specifiers, text, type, element()));
  else
    checker_.suppress_name(text.name);
  body->statements.push_back(parse_loop_body(loop));
  if (body->statements.back() != nullptr) body->span = body->statements.back()->span;
  checker_.leave_scope(previous().span.end);
  loop.body = std::move(body);
}

// A list in braces becomes an array of the type of its first value. Null after a mistake.
const Type* Parser::parse_list_of_range(const Specifiers& specifiers, const DeclaratorText& text,
                                        Declaration& declaration) {
  const size_t begin = at_++;
  const Type* type = is("}") || is("{") ? nullptr : checker_.type_of(parse_initializer_clause());
  at_ = begin;
  ExprPtr values = parse_initializer_clause();
  if (type == nullptr && !specifiers.is_auto) type = text.type;
  if (type == nullptr || !values) return nullptr;
  TypeTable& types = checker_.types();
  type = type->is_array() ? types.pointer_to(type->element) : types.unqualified(type);
  const uint64_t count = as<Construct>(*values).elements.size();
  if (count == 0) {
    error(tokens_[begin].span, say("this list has no values"));
    return nullptr;
  }
  Declarator array;
  type = types.array_of(type, count);
  array.variable = checker_.declare(list_name_of(text.name), text.span, type, Storage::kLocal);
  if (!checker_.initialize_variable(array, std::move(values), text.span)) return nullptr;
  declaration.declarators.push_back(std::move(array));
  return type;
}

// range := declarator ":" array: a loop over the array's indexes whose body begins by declaring the
// variable. The array is read twice, once for its extent and once for its element.
void Parser::parse_range_for(For& loop) {
  Specifiers specifiers;
  DeclaratorText text;
  bool is_fine = parse_specifiers(specifiers) && parse_declarator(specifiers, text);
  is_fine = is_fine && expect(":", sentence("after the variable of a for over a range"));
  const size_t range_begin = at_;
  const Type* range = nullptr;
  auto list = std::make_unique<Declaration>();  // of the array that holds a list
  if (is_fine && is("{")) {
    range = parse_list_of_range(specifiers, text, *list);
  } else if (is_fine) {
    range = checker_.range_of(parse_full_expression());
  }
  if (range == nullptr) {
    if (!text.name.empty()) checker_.suppress_name(text.name);
    skip_parentheses(true);
    loop.body = parse_loop_body(loop);
    return;
  }
  if (range->is_record()) {
    at_ = range_begin;
    return parse_container_for(loop, specifiers, text);
  }
  const auto index = [&] { return variable_named(index_name_of(text.name), text.span); };
  const size_t range_end = at_;
  count_indexes(loop, text, range->count);
  const bool is_list = !list->declarators.empty();
  if (is_list) {
    auto& head = as<Declaration>(*loop.init).declarators;
    head.insert(head.begin(), std::move(list->declarators.front()));
  }

  checker_.enter_scope();
  at_ = is_list ? range_end : range_begin;
  auto element = std::make_unique<Index>();
  element->base =
      is_list ? variable_named(list_name_of(text.name), text.span) : parse_full_expression();
  element->index = index();
  place(*element, range_begin);
  expect(")", sentence("after the array of a for over a range"));
  auto body = std::make_unique<Block>();
  body->statements.push_back(
      declare_range_variable(specifiers, text, range->element, std::move(element)));
  body->statements.push_back(parse_loop_body(loop));
  body->span = body->statements.back()->span;
  checker_.leave_scope(previous().span.end);
  loop.body = std::move(body);
}

StmtPtr Parser::declare_range_variable(const Specifiers& specifiers, const DeclaratorText& text,
                                       const Type* element_type, ExprPtr element) {
  auto declaration = std::make_unique<Declaration>();
  declaration->span = text.span;
  const Type* type = text.type;
  TypeTable& types = checker_.types();
  if (specifiers.is_auto) {
    type = text.is_reference ? element_type : types.unqualified(element_type);
    type = qualified(type, specifiers);
  }
  Declarator declarator;
  declarator.variable = checker_.declare(
      text.name, text.span, text.is_reference ? types.pointer_to(type) : type, Storage::kLocal);
  declarator.variable->is_reference = text.is_reference;
  Variable& variable = *declarator.variable;
  if (!checker_.initialize_variable(declarator, std::move(element), text.span)) return declaration;
  declaration->declarators.push_back(std::move(declarator));
  if (!text.bindings.empty()) declare_bindings(text, variable, *declaration);
  return declaration;
}

}  // namespace warplens::lang
