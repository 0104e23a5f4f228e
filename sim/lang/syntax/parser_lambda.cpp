// Lambda expressions. Their captures are the members of an object; their body is read when it is
// called, as a member function's (closures.cpp).
#include <algorithm>
#include <set>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kMostCaptured = 4096;  // elements of an array that is captured by its value

}  // namespace

// Whether a name, where the lambda is, is a variable that the lambda's object must hold: one of the
// function, or one that a lambda around this one holds.
bool Parser::needs_capture(std::string_view name) const {
  if (const Variable* local = checker_.find_local(name); local != nullptr)
    return local->storage == Storage::kLocal || local->storage == Storage::kParameter;
  const Record* around = names_.current_record();
  return names_.is_closure(around) && around->find(name) != nullptr;
}

// Whether the body uses a member of the object that `this` is.
bool Parser::needs_this(TokenRange body) const {
  if (checker_.find_local("this") == nullptr) return false;
  const Record* around = names_.current_record();
  if (names_.is_closure(around)) {
    around = checker_.around(*around);
    if (around == nullptr) return false;
  }
  for (size_t i = body.begin; i < body.end; ++i) {
    const Token& token = tokens_[i];
    if (token.is("this")) return true;
    if (!token.is_identifier() || is_keyword(token.text) || checker_.find_local(token.text))
      continue;
    if (around->find(token.text) != nullptr ||
        !checker_.declarations().members(*around, token.text).empty())
      return true;
  }
  return false;
}

// The names in a lambda's text that are variables of the function around it. What the text itself
// declares first is its own.
std::vector<Token> Parser::captured_by_default(TokenRange text) const {
  std::vector<Token> captured;
  std::set<std::string_view> known;
  for (size_t i = text.begin; i < text.end; ++i) {
    const Token& token = tokens_[i];
    if (!token.is_identifier() || is_keyword(token.text)) continue;
    const Token& before = tokens_[i - 1];
    const bool is_part =
        before.is(".") || before.is("->") || before.is("::") || tokens_[i + 1].is("::");
    if (is_part || known.contains(token.text) || !needs_capture(token.text)) continue;
    known.insert(token.text);
    const bool is_behind_type =
        before.is_identifier() && (!is_keyword(before.text) || is_type_word(before.text) ||
                                   before.is("auto") || before.is("const"));
    const bool is_behind_sign = (before.is("*") || before.is("&") || before.is("&&")) &&
                                (is_type_word(tokens_[i - 2].text) || tokens_[i - 2].is("auto"));
    if (!is_behind_type && !is_behind_sign) captured.push_back(token);
  }
  return captured;
}

ExprPtr Parser::name_here(const Token& token) const {
  auto name = std::make_unique<VariableRef>();
  name->name = std::string(token.text);
  name->span = token.span;
  return name;
}

// A list of an array's elements, each read from the array.
ExprPtr Parser::elements_of(const Type* array, Span span, const std::function<ExprPtr()>& value) {
  auto list = std::make_unique<Construct>();
  list->span = span;
  for (uint64_t i = 0; i < array->count; ++i) {
    const auto element = [&] {
      auto index = std::make_unique<Literal>();
      index->span = span;
      index->type = checker_.types().scalar(base::Scalar::kULong);
      index->bits = i;
      auto part = std::make_unique<Index>();
      part->span = span;
      part->base = value();
      part->index = std::move(index);
      return part;
    };
    list->elements.push_back(array->element->is_array() ? elements_of(array->element, span, element)
                                                        : element());
  }
  return list;
}

// One more member of the lambda's object, and what it is initialised with.
bool Parser::add_capture(RecordEntity& closure, Construct& values, const Token& name,
                         bool is_reference, const std::function<ExprPtr()>& value) {
  if (closure.record->find(name.text) != nullptr) {
    error(name.span, say("'{name}' is captured twice", "name"_a = name.text));
    return false;
  }
  const Type* type = checker_.type_of(value());
  if (type == nullptr) return false;
  TypeTable& types = checker_.types();
  Field field;
  field.name = std::string(name.text);
  field.span = name.span;
  field.is_reference = is_reference;
  field.type = is_reference ? types.pointer_to(type) : types.unqualified(type);
  ExprPtr element = value();
  if (!is_reference && type->is_array()) {
    if (size_of(type) / size_of(array_base(type)) > kMostCaptured) {
      unsupported(
          name.span,
          say("capturing the array '{name}' by value is not supported", "name"_a = name.text),
          say("capture it by reference: [&{name}]", "name"_a = name.text));
      return false;
    }
    element = elements_of(type, name.span, value);
  }
  closure.record->fields.push_back(std::move(field));
  closure.initializers.emplace_back();
  values.elements.push_back(std::move(element));
  return true;
}

// capture := "&" | "=" | "this" | "*" "this" | ["&"] name ["=" value]
bool Parser::parse_capture(RecordEntity& closure, Construct& values, char& all) {
  if ((is("&") || is("=")) && (peek(1).is(",") || peek(1).is("]"))) {
    all = is("&") ? '&' : '=';
    ++at_;
    return true;
  }
  const bool is_copied_this = is("*") && peek(1).is("this");
  const bool is_reference = is("&");
  if (is_copied_this || is_reference) ++at_;
  const Token name = peek();
  if (!name.is_identifier()) {
    error_here(say("expected a captured name, found {found}", "found"_a = describe_here()));
    return false;
  }
  ++at_;
  if (is_copied_this) {
    Token copy = name;
    copy.text = kCopiedThis;
    return add_capture(closure, values, copy, false, [&] {
      auto object = std::make_unique<Dereference>();
      object->span = name.span;
      object->pointer = name_here(name);
      return object;
    });
  }
  if (!is("=") && !is("{")) {
    // A constant, a static variable: nothing to hold.
    if (!name.is("this") && !needs_capture(name.text) &&
        checker_.find_variable(name.text) != nullptr)
      return true;
    return add_capture(closure, values, name, is_reference, [&] { return name_here(name); });
  }
  const bool has_braces = accept("{");
  if (!has_braces) ++at_;
  const size_t begin = at_;
  const auto value = [&] {
    at_ = begin;
    return parse_assignment();
  };
  return add_capture(closure, values, name, is_reference, value) &&
         (!has_braces || expect("}", sentence("after the value")));
}

// Whether the `auto` here is a pack's: `auto&&... all`.
bool Parser::is_auto_pack() const {
  size_t behind = 1;
  while (peek(behind).is("const") || peek(behind).is("*") || peek(behind).is("&") ||
         peek(behind).is("&&"))
    ++behind;
  return peek(behind).is("...");
}

// The text of a lambda from after its `]` to its closing brace, and of each of its parameters that
// is auto whether it is a pack.
TokenRange Parser::skip_lambda(std::vector<bool>& generic, size_t& body) {
  TokenRange text{at_, at_};
  while (!at_end() && !is("(") && !is("{") && !is(";")) ++at_;
  if (accept("(")) {
    int depth = 1;
    for (; !at_end() && depth > 0; ++at_) {
      if (is("(")) ++depth;
      if (is(")")) --depth;
      if (is("auto") && depth == 1) generic.push_back(is_auto_pack());
    }
  }
  while (!at_end() && !is("{") && !is(";")) ++at_;
  body = at_;
  skip_braces();
  text.end = at_;
  return text;
}

// lambda := "[" captures "]" ["<" template parameters ">"] attributes ["(" parameters ")"]
//           ("mutable" | "noexcept" | "->" type)* block
ExprPtr Parser::parse_lambda() {
  const size_t begin = at_++;
  RecordEntity& closure = names_.make_closure(tokens_[begin].span);
  auto values = std::make_unique<Construct>();
  char all = 0;
  while (!is("]")) {
    if (!parse_capture(closure, *values, all)) {
      while (!at_end() && !is("{") && !is(";") && !is("}")) ++at_;
      skip_braces();
      return nullptr;
    }
    if (!accept(",")) break;
  }
  if (!expect("]", sentence("after the captures"))) return nullptr;
  std::vector<bool> generic;
  size_t body = 0;
  const TokenRange text = skip_lambda(generic, body);
  const size_t end = at_;
  if (all != 0) {
    for (const Token& name : captured_by_default({text.begin, text.end})) {
      const bool is_known = closure.record->find(name.text) != nullptr;
      if (!is_known &&
          !add_capture(closure, *values, name, all == '&', [&] { return name_here(name); }))
        return nullptr;
    }
    if (needs_this({body, text.end}) && checker_.around(*closure.record) == nullptr) {
      Token self = tokens_[begin];
      self.text = "this";
      if (!add_capture(closure, *values, self, false, [&] { return name_here(self); }))
        return nullptr;
    }
  }
  at_ = end;
  // What a class template's arguments are deduced from is read twice, and is one object.
  const LambdaPlace here{begin, element_.value_or(0)};
  RecordEntity* known = names_.closure_like(closure, here);
  if (known == nullptr) {
    lay_out(closure, Specifiers());
    names_.add_call_operator(closure, text, generic);
    names_.note_closure(closure, here);
  }
  values->type = known != nullptr ? known->type : closure.type;
  return finish(std::move(values), begin);
}

// The head of a lambda's operator(), from its parameters on.
bool Parser::parse_lambda_head(FunctionEntity& function) {
  function.is_const = true;
  const bool is_fine = !accept("(") || parse_parameters(function);
  return parse_behind_parameters(function) && is_fine;
}

}  // namespace warplens::lang
