// Expressions that begin with a name, and what follows a name: calls, objects made from a type,
// members, template arguments, lists.
#include <algorithm>
#include <string>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/inline_ptx.hpp"
#include "sim/lang/text/number.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

bool is_named_cast(std::string_view word) {
  return word == "dynamic_cast" || word == "static_cast" || word == "reinterpret_cast" ||
         word == "const_cast";
}

}  // namespace

// ---------------------------------------------------------------------------------------- lists

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
  const bool outer = std::exchange(in_template_arguments_, false);
  bool is_fine = true;
  // Each element may have as many operators as an expression; those around the list count for each.
  const int around = operators_;
  int most = around;
  const auto parse_element = [&] {
    operators_ = around;
    const bool is_designated = close == "}" && is(".") && peek(1).is_identifier();
    if (is_designated) {
      list->designators.emplace_back(peek(1).text);
      at_ += 2;
      if (!is("{")) is_fine = expect("=", sentence("after the member's name"));
    }
    if (is_designated != !list->designators.empty()) {
      error_here(say("either all values of a list name their members, or none"));
      is_fine = false;
    }
    ExprPtr element = is_fine ? parse_initializer_clause() : nullptr;
    most = std::max(most, operators_);
    if (!element) return false;
    list->elements.push_back(std::move(element));
    return true;
  };
  while (is_fine && !is(close)) {
    const size_t length = expansion_length(false);
    is_fine = length != 0 ? expands(length, parse_element) : parse_element();
    if (!is_fine || !accept(",")) break;
    if (close == ")" && is(close)) {
      report_no_expression();
      is_fine = false;
    }
  }
  operators_ = most;
  is_fine = is_fine && expect(close, close == ")" ? sentence("after the arguments")
                                                  : sentence("after the values"));
  in_template_arguments_ = outer;
  leave_nesting();
  return is_fine ? finish(std::move(list), begin) : nullptr;
}

bool Parser::parse_template_arguments(std::vector<TemplateArgument>& arguments) {
  if (!expect("<", sentence("before the template arguments"))) return false;
  while (!is(">") && !is(">>")) {
    const size_t length = expansion_length(true);
    const bool is_fine = length != 0
                             ? expands(length, [&] { return parse_template_argument(arguments); })
                             : parse_template_argument(arguments);
    if (!is_fine) return false;
    if (!accept(",")) break;
  }
  return expect_template_end();
}

bool Parser::parse_template_argument(std::vector<TemplateArgument>& arguments) {
  const size_t begin = at_;
  const size_t errors = reporter_.count();
  TemplateArgument argument;
  bool is_fine = true;
  argument.meant = template_argument_template();
  if (argument.meant == nullptr && starts_type(0)) {
    argument = parse_type_argument();
    is_fine = argument.type != nullptr;
  } else if (argument.meant == nullptr) {
    const auto value =
        checker_.template_value(parse_template_value(), label("a template's argument"));
    is_fine = value.has_value();
    if (is_fine) argument.value = value->bits;
  }
  if (!is_fine && names_.is_pattern()) {  // it depends on arguments that are not known yet
    reporter_.forget_after(errors);
    at_ = begin;
    half_closed_ = false;
    while (!at_end() && !is(",") && !is(">") && !is(">>")) {
      bool closes_two = false;
      const size_t angles = behind_angles(0, true, &closes_two);
      const bool is_paren = is("(") || is("[") || is("{");
      at_ = is_paren ? tokens_.behind_bracket(at_, stop_) : at_ + std::max<size_t>(angles, 1);
      if (!closes_two) continue;
      --at_;
      half_closed_ = true;
      break;
    }
    argument = {};
    argument.is_unknown = is_fine = true;
  }
  if (is_fine) arguments.push_back(argument);
  return is_fine;
}

// A name of a template of types or functions without arguments; null, at the same place, if there
// is none here.
Entity* Parser::template_argument_template() {
  std::string name;
  size_t ahead = 0;
  for (; peek(ahead).is_identifier() || peek(ahead).is("::"); ++ahead) name += text_of(peek(ahead));
  const bool is_alone = ahead > 0 && (peek(ahead).is(",") || peek(ahead).is(">") ||
                                      peek(ahead).is(">>") || peek(ahead).is("..."));
  if (!is_alone || names_.find_type(name) != nullptr) return nullptr;
  Entity* found = names_.find_template(name);
  if (found == nullptr) found = names_.find_function_template(name);
  if (found != nullptr) at_ += ahead;
  return found;
}

ExprPtr Parser::parse_template_value() {
  const bool outer = std::exchange(in_template_arguments_, true);
  ExprPtr value = parse_conditional();
  in_template_arguments_ = outer;
  return value;
}

// The `>` of a list, or half of a `>>` that closes two lists.
bool Parser::expect_template_end() {
  if (is(">>") && !half_closed_) {
    half_closed_ = true;
    return true;
  }
  if (is(">>")) {
    half_closed_ = false;
    ++at_;
    return true;
  }
  return expect(">", sentence("after the template arguments"));
}

// Whether the `<` ahead opens template arguments, judging by the tokens after it: only names,
// numbers and types up to a `>` followed by a `(`.
bool Parser::opens_template_arguments(size_t ahead) const {
  if (!peek(ahead).is("<")) return false;
  int depth = 0;
  for (size_t i = ahead;; ++i) {
    const Token& token = peek(i);
    if (token.is("<")) ++depth;
    if (token.is(">")) --depth;
    if (token.is(">>")) depth -= 2;
    if (depth <= 0) return depth == 0 && peek(i + 1).is("(");
    const bool may_stand = token.is_identifier() || token.kind == TokenKind::kNumber ||
                           token.is("<") || token.is(">") || token.is(",") || token.is("::") ||
                           token.is("*") || token.is("+") || token.is("-") || token.is("/");
    if (!may_stand) return false;
  }
}

// ---------------------------------------------------------------------------------------- casts

// named_cast := ("static_cast" | ...) "<" type ["&"] ">" "(" expression ")"
ExprPtr Parser::parse_named_cast() {
  const size_t begin = at_;
  const std::string name(peek().text);
  ++at_;
  auto cast = std::make_unique<Cast>();
  if (!accept("<")) {
    report_expected("<", say("after {code}", "code"_a = name));
    return nullptr;
  }
  const TemplateArgument target = parse_type_argument();
  cast->type = target.type;
  const bool is_reference = target.reference != Reference::kNone;
  if (cast->type == nullptr || !expect_template_end()) return nullptr;
  if (!accept("(")) {
    report_expected("(", say("after {code}", "code"_a = name + "<...>"));
    return nullptr;
  }
  const bool outer = std::exchange(in_template_arguments_, false);
  cast->operand = parse_expression();
  in_template_arguments_ = outer;
  if (!cast->operand) return nullptr;
  if (!accept(")")) {
    report_expected(")", say("after the value of {code}", "code"_a = name));
    return nullptr;
  }
  if (!is_reference && name == "dynamic_cast") {
    auto call = std::make_unique<Call>();
    call->name = name;
    call->name_span = tokens_[begin].span;
    call->template_arguments.emplace_back().type = cast->type;
    call->arguments.push_back(std::move(cast->operand));
    return finish(std::move(call), begin);
  }
  if (!is_reference) return finish(std::move(cast), begin);
  // A cast to T& is *(T*)&value.
  auto address = std::make_unique<AddressOf>();
  place(*address, begin);
  address->operand = std::move(cast->operand);
  cast->operand = std::move(address);
  cast->type = checker_.types().pointer_to(cast->type);
  place(*cast, begin);
  auto referred = std::make_unique<Dereference>();
  referred->pointer = std::move(cast);
  referred->is_moved = target.reference == Reference::kValue;
  return finish(std::move(referred), begin);
}

// object := type ("(" arguments ")" | "{" values "}"); a type followed by `::` is the beginning of
// a name.
ExprPtr Parser::parse_object() {
  const size_t begin = at_;
  Specifiers specifiers;
  if (!parse_specifiers(specifiers)) return nullptr;
  const Span span = specifiers.span;
  if (specifiers.type == nullptr || (!is("(") && !is("{"))) {
    error(span,
          say("a type ('{type}') where a value is expected", "type"_a = unit_.file.slice(span)),
          is("*") ? say("a cast has its type in parentheses: ({type}*)value",
                        "type"_a = unit_.file.slice(span))
                  : std::string());
    return nullptr;
  }
  const std::string_view close = is("{") ? "}" : ")";
  ++at_;
  ExprPtr made = parse_initializer_list(close);
  if (!made) return nullptr;
  made->type = specifiers.type;
  place(*made, begin);
  return made;
}

// ---------------------------------------------------------------------------------------- names

ExprPtr Parser::parse_word_literal() {
  const size_t begin = at_;
  const std::string_view word = peek().text;
  auto literal = std::make_unique<Literal>();
  TypeTable& types = checker_.types();
  literal->type =
      word == "nullptr" ? types.pointer_to(types.void_type()) : types.scalar(base::Scalar::kBool);
  literal->bits = word == "true" ? 1 : 0;
  ++at_;
  return finish(std::move(literal), begin);
}

// Reports a word, or a launch, that cannot begin a value. Whether it did.
bool Parser::refuse_word(std::string_view word) {
  if (word == "this") {
    error_here(say("'this' is known in member functions only"));
    return true;
  }
  const auto refusal = refused_keyword(word);
  if (refusal && word != "typename") {
    unsupported_here(refusal->message, refusal->hint);
    return true;
  }
  if (is_keyword(word) && word != "typename" && word != "operator") {
    error_here(say("'{word}' is not allowed here: a value is expected", "word"_a = word));
    return true;
  }
  if (!names_.is_program() && peek(1).is("<<") && peek(2).is("<")) {
    unsupported_here(say("a kernel cannot launch another one here (dynamic parallelism)"),
                     say("write a loop instead"));
    return true;
  }
  return false;
}

// For owner::member, of which there is no such variable; `first` is the name's first word.
void Parser::report_unknown_member(const std::string& name, const Token& first, Span span) {
  const size_t last = name.rfind("::");
  const auto refusal =
      last == std::string::npos ? std::nullopt : refused_type(name.substr(last + 2));
  if (refusal) return unsupported(span, refusal->message, refusal->hint);
  if (!checker_.report_missing_member(name, span))
    checker_.report_unknown_name(first.text, first.span);
}

// A name: a variable, a call, an object, a builtin, or a keyword that is an expression.
ExprPtr Parser::parse_name() {
  const size_t begin = at_;
  const std::string spelt = text_of(peek());
  const std::string_view word = spelt;
  if (word == "true" || word == "false" || word == "nullptr") return parse_word_literal();
  if (is_named_cast(word)) return parse_named_cast();
  if (word == "typeid" && names_.is_host()) return parse_typeid();
  if ((word == "__func__" || word == "__FUNCTION__") && names_.is_host()) {
    auto string = std::make_unique<String>();
    string->text = checker_.declarations().current()->name;
    ++at_;
    return finish(std::move(string), begin);
  }
  if (word == "this" && checker_.find_variable("this") != nullptr) {
    auto object = std::make_unique<VariableRef>();
    object->name = "this";
    ++at_;
    return finish(std::move(object), begin);
  }
  const bool is_hidden = checker_.find_local(word) != nullptr;
  if (is_type_word(word) || is("decltype") ||
      (!is_hidden && type_name_length(0) > 0 && !names_type_scope()))
    return parse_object();
  if (word == "printf" && peek(1).is("(") && prints_in_kernel()) return parse_print();
  if (word == "assert" && peek(1).is("(")) return parse_assert();
  if (word == kPtxOperand && peek(1).is("(")) return parse_ptx_operand();
  if (refuse_word(word)) return nullptr;
  std::string name;
  if (!parse_qualified_name(name)) return nullptr;
  const Span span = base::join(tokens_[begin].span, previous().span);
  if ((names_.is_host() || names_.is_program()) && opens_launch()) {
    auto launch = std::make_unique<Launch>();
    launch->name = name;
    launch->name_span = span;
    return parse_launch(std::move(launch), begin);
  }
  Entity* made = is("(") || is("{") ? names_.find_template(name) : nullptr;
  if (made != nullptr && names_.find_type(name) == nullptr) {
    const Type* type = parse_deduced(*made);
    if (type == nullptr) return nullptr;
    const std::string_view close = is("{") ? "}" : ")";
    ++at_;
    ExprPtr object = parse_initializer_list(close);
    if (!object) return nullptr;
    object->type = type;
    place(*object, begin);
    return object;
  }
  const bool is_template =
      is("<") && (names_.is_function_template(name) || (!is_hidden && opens_template_arguments(0)));
  if (is("(") || is_template) return parse_call(begin, name, span);
  const size_t last = name.rfind("::");
  if (last != std::string::npos && last != 0 && names_.find_variable(name) == nullptr &&
      names_.find_functions(name).empty()) {
    report_unknown_member(name, tokens_[begin], span);
    return nullptr;
  }
  auto reference = std::make_unique<VariableRef>();
  reference->name = name;
  return finish(std::move(reference), begin);
}

// Whether the type that begins here is followed by `::`: then it is only the beginning of a name.
bool Parser::names_type_scope() const {
  return peek(type_name_length(0)).is("::");
}

// qualified_name := ["::"] (name ["<" arguments ">"] "::")* name
bool Parser::parse_qualified_name(std::string& name) {
  if (is("typename")) ++at_;
  if (accept("::")) name = "::";
  for (;;) {
    if (is("operator")) {
      name += names_.operator_name({at_, stop_}, &at_);
      return true;
    }
    if (!peek().is_identifier()) {
      error_here(say("expected a name, found {found}", "found"_a = describe_here()));
      return false;
    }
    const Token word = peek();
    name += text_of(word);
    ++at_;
    if (is("<") && names_.is_variable_template(name)) {
      std::vector<TemplateArgument> arguments;
      Entity* entity = names_.find_entity(name);
      if (entity == nullptr || !parse_template_arguments(arguments)) return false;
      name = names_.variable_instance(*entity, arguments, base::join(word.span, previous().span));
      return !name.empty();
    }
    if (is("<") && names_.is_record_template(name)) {
      std::vector<TemplateArgument> arguments;
      Entity* entity = names_.find_template(name);
      if (entity == nullptr || !parse_template_arguments(arguments)) return false;
      const Span span = base::join(word.span, previous().span);
      const Type* type = entity->kind == EntityKind::kAlias
                             ? names_.alias_instance(*entity, arguments, span).type
                             : names_.record_instance(*entity, arguments, span);
      if (type == nullptr) return false;
      if (!type->is_record()) {
        error(span, say("'{type}' has no members", "type"_a = name_of(type)));
        return false;
      }
      name = type->record->name;
    } else if (is("::")) {
      // An instance is found by its name everywhere, other classes only behind their declaration.
      const Type* type = names_.find_type(name);
      if (type != nullptr && type->is_record() && type->record->name.ends_with('>'))
        name = type->record->name;
    }
    if (!accept("::")) return true;
    name += "::";
    accept("template");
  }
}

// call := name ["<" arguments ">"] "(" [initializer ("," initializer)*] ")"
ExprPtr Parser::parse_call(size_t begin, const std::string& name, Span span) {
  auto call = std::make_unique<Call>();
  call->name = name;
  call->name_span = span;
  if (!checker_.require_function(call->name, call->name_span)) {
    while (!at_end() && !is("(") && !is(";") && !is("}")) ++at_;
    if (accept("(")) skip_parentheses();
    return nullptr;
  }
  if (is("<")) {
    call->has_template_arguments = true;
    if (!parse_template_arguments(call->template_arguments)) return nullptr;
    if ((names_.is_host() || names_.is_program()) && opens_launch()) {
      auto launch = std::make_unique<Launch>();
      launch->name = name;
      launch->name_span = span;
      launch->has_template_arguments = true;
      launch->template_arguments = std::move(call->template_arguments);
      return parse_launch(std::move(launch), begin);
    }
    const bool is_argument = in_template_arguments_ && (is(">") || is(">>"));
    if (is_argument || is(",") || is(")") || is(";") || is("}") || is("?")) {  // as a value
      auto function = std::make_unique<VariableRef>();
      function->name = name;
      function->has_template_arguments = true;
      function->template_arguments = std::move(call->template_arguments);
      return finish(std::move(function), begin);
    }
    if (!expect("(", sentence("after the template arguments"))) return nullptr;
  } else {
    ++at_;
  }
  if (!parse_arguments(call->arguments, call->name)) return nullptr;
  return finish(std::move(call), begin);
}

// string := string+ [suffix], where a suffix makes it a call of the text's own operator
ExprPtr Parser::parse_string() {
  const size_t begin = at_;
  auto string = std::make_unique<String>();
  for (; peek().kind == TokenKind::kString; ++at_) {
    if (resolve_string(peek().text, string->text)) continue;
    error_here(say("this string has an unknown escape (\\)"), say("a backslash is written \\\\"));
    return nullptr;
  }
  const std::string function = literal_operator(peek().text);
  const bool has_suffix =
      peek().is_identifier() && !peek().space_before && !names_.find_functions(function).empty();
  if (!has_suffix) return finish(std::move(string), begin);
  auto size = std::make_unique<Literal>();
  size->type = checker_.types().scalar(base::Scalar::kULong);
  size->bits = string->text.size();
  auto call = std::make_unique<Call>();
  call->name = function;
  call->name_span = peek().span;
  call->arguments.push_back(finish(std::move(string), begin));
  call->arguments.push_back(finish(std::move(size), begin));
  ++at_;
  return finish(std::move(call), begin);
}

// launch := name ["<" arguments ">"] "<<<" grid "," block ["," shared ["," stream]] ">>>"
//           "(" arguments ")"
ExprPtr Parser::parse_launch(std::unique_ptr<Launch> launch, size_t begin) {
  at_ += 2;
  const bool outer = std::exchange(in_launch_, true);
  const bool in_template = std::exchange(in_template_arguments_, false);
  ExprPtr* const places[] = {&launch->grid, &launch->block, &launch->shared, &launch->stream};
  bool is_fine = true;
  for (size_t i = 0; is_fine && i < std::size(places); ++i) {
    if (i > 0 && !accept(",")) break;
    *places[i] = parse_initializer_clause();
    is_fine = *places[i] != nullptr;
  }
  in_launch_ = outer;
  in_template_arguments_ = in_template;
  if (!is_fine) return nullptr;
  if (!launch->block) {
    error(launch->name_span, say("a launch needs two sizes"),
          say("write {name}<<<blocks, threads>>>(...)", "name"_a = launch->name));
    return nullptr;
  }
  if (!is(">>") || !peek(1).is(">")) {
    error_here(say("expected '>>>' after the sizes of the launch, found {found}",
                   "found"_a = describe_here()));
    return nullptr;
  }
  at_ += 2;
  if (!expect("(", sentence("after the sizes of the launch"))) return nullptr;
  if (!parse_arguments(launch->arguments, launch->name)) return nullptr;
  return finish(std::move(launch), begin);
}

// From after the `(`. `function`: its name, if it has one.
bool Parser::parse_arguments(std::vector<ExprPtr>& arguments, const std::string& function) {
  const bool outer = std::exchange(in_template_arguments_, false);
  const auto parse_argument = [&] {
    ExprPtr argument = parse_initializer_clause();
    if (!argument) return false;
    arguments.push_back(std::move(argument));
    return true;
  };
  while (!is(")")) {
    const size_t length = expansion_length(false);
    const bool is_fine = length != 0 ? expands(length, parse_argument) : parse_argument();
    if (!is_fine) return false;
    if (!accept(",")) break;
    if (is(")")) {
      report_no_expression();
      return false;
    }
  }
  in_template_arguments_ = outer;
  if (function.empty()) return expect(")", sentence("after the arguments"));
  return accept(")") ||
         report_expected(")", say("after the arguments of '{name}'", "name"_a = function));
}

// member := ("." | "->") ["template"] name [["<" arguments ">"] "(" arguments ")"]
ExprPtr Parser::parse_member(ExprPtr object, size_t begin) {
  const bool is_arrow = is("->");
  ++at_;
  accept("template");
  if (is("~") && peek(1).is_identifier()) {
    auto call = std::make_unique<Call>();
    call->name = "~";
    call->name_span = peek().span;
    call->object = std::move(object);
    call->is_arrow = is_arrow;
    at_ += 2;
    if (opens_template_arguments(0) && !parse_template_arguments(call->template_arguments))
      return nullptr;
    if (!expect("(", sentence("after a destructor's name"))) return nullptr;
    return parse_arguments(call->arguments, call->name) ? finish(std::move(call), begin) : nullptr;
  }
  if (!peek().is_identifier() || (is_keyword(peek().text) && !is("operator"))) {
    error_here(say("expected a member's name, found {found}", "found"_a = describe_here()));
    return nullptr;
  }
  const Type* qualifier = nullptr;
  if (const size_t length = type_name_length(0); length > 0 && peek(length).is("::")) {
    qualifier = parse_type_name();
    if (qualifier == nullptr || !accept("::")) return nullptr;
  } else if (peek(1).is("::") && names_.find_type(peek().text) != nullptr) {
    qualifier = names_.find_type(peek().text);
    at_ += 2;
  }
  std::string name(peek().text);
  const Span span = peek().span;
  if (is("operator"))
    name = names_.operator_name({at_, stop_}, &at_);
  else
    ++at_;
  const bool has_arguments = opens_template_arguments(0);
  if (is("(") || has_arguments) {
    auto call = std::make_unique<Call>();
    call->qualifier = qualifier;
    call->name = name;
    call->name_span = span;
    call->object = std::move(object);
    call->is_arrow = is_arrow;
    call->has_template_arguments = has_arguments;
    if (has_arguments && !parse_template_arguments(call->template_arguments)) return nullptr;
    if (!expect("(", sentence("after the template arguments"))) return nullptr;
    if (!parse_arguments(call->arguments, name)) return nullptr;
    return finish(std::move(call), begin);
  }
  auto member = std::make_unique<Member>();
  member->object = std::move(object);
  member->name = name;
  member->name_span = span;
  member->is_arrow = is_arrow;
  return finish(std::move(member), begin);
}

}  // namespace warplens::lang
