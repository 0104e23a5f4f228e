// Types that are named: by words, by names with template arguments, by what an initialiser gives a
// class template, by decltype; and whole types, as casts, sizeof and template arguments have them.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

bool is_class_word(const Token& token) {
  return token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
}

}  // namespace

bool Parser::is_elaboration(const Token& token) {
  return token.is("typename") || is_class_word(token);
}

bool Parser::starts_type(size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.is("::")) return type_name_length(ahead) > 0;
  if (!token.is_identifier()) return false;
  if (is_type_word(token.text) || token.is("const") || token.is("volatile")) return true;
  if (token.is("decltype") || type_name_length(ahead) > 0) return true;
  // A type that is not supported, so that the error names it: (texture*)p
  return refused_type(token.text).has_value() &&
         (peek(ahead + 1).is("*") || peek(ahead + 1).is(")"));
}

size_t Parser::type_name_length(size_t ahead) const {
  size_t i = ahead;
  const bool is_elaborated = is_elaboration(peek(i)), has_class_word = is_class_word(peek(i));
  if (is_elaborated) ++i;
  if (peek(i).is("::")) ++i;
  std::string name;
  bool is_dependent = false;  // after template arguments: it cannot be looked up yet
  for (;; ++i) {
    if (!peek(i).is_identifier() || is_keyword(peek(i).text)) return 0;
    name += text_of(peek(i));
    ++i;
    if (peek(i).is("<") && (is_dependent || names_.is_record_template(name))) {
      bool closes_two = false;
      const size_t angles = behind_angles(i, true, &closes_two);
      if (angles == 0) return 0;
      i += angles;
      if (closes_two) return i - ahead;
      if (!peek(i).is("::")) return i - ahead;
      is_dependent = true;
    } else if (!peek(i).is("::")) {
      if (is_dependent) {
        const bool is_named_next = peek(i).is_identifier() && !is_keyword(peek(i).text);
        return is_elaborated || is_named_next || is_type_member(at_ + ahead) ? i - ahead : 0;
      }
      if (names_.find_named(name, has_class_word).type != nullptr) return i - ahead;
      const bool is_declared = has_class_word && !peek(ahead).is("enum") && i == ahead + 2;
      if (!is_declared || !peek(i).is("*")) return 0;
      names_.declare_class(name);
      return i - ahead;
    }
    name += "::";
  }
}

// Whether a qualified name of a template's instance, such as Name<float>::member, names a type.
bool Parser::is_type_member(size_t begin) const {
  const Reporter::Trial trial(reporter_);
  const size_t errors = reporter_.count();
  Parser probe = *this;
  probe.at_ = begin;
  std::string name;
  const bool is_type = probe.parse_qualified_name(name) && names_.find_type(name) != nullptr;
  reporter_.forget_after(errors);
  return is_type;
}

// named_type := ["typename" | "struct" | ...] ["::"] name ["<" arguments ">"] ("::" ...)*
TemplateArgument Parser::parse_named_type() {
  const bool has_class_word = is_class_word(peek());
  if (is_elaboration(peek())) ++at_;
  accept("::");
  std::string name;
  for (;;) {
    accept("template");
    const Token place = peek();
    name += text_of(place);
    ++at_;
    TemplateArgument meant;
    if (is("<")) {
      Entity* entity = names_.find_template(name);
      std::vector<TemplateArgument> arguments;
      if (entity == nullptr) checker_.report_unknown_type(name, place.span);
      if (entity == nullptr || !parse_template_arguments(arguments)) return {};
      const Span span = base::join(place.span, previous().span);
      if (entity->kind == EntityKind::kAlias)
        meant = names_.alias_instance(*entity, arguments, span);
      else
        meant.type = names_.record_instance(*entity, arguments, span);
      if (meant.type == nullptr) return {};
      if (meant.type->is_record()) name = meant.type->record->name;
    }
    if (is("::") && (peek(1).is_identifier() || peek(1).is("template"))) {
      ++at_;
      name += "::";
      continue;
    }
    if (meant.type == nullptr) meant = names_.find_named(name, has_class_word);
    if (meant.type == nullptr) checker_.report_unknown_type(name, place.span);
    return meant;
  }
}

// The number of tokens ahead that name a class template without arguments; 0: none.
size_t Parser::deduced_length(size_t ahead, Entity** found) const {
  std::string name;
  size_t i = ahead;
  if (!peek(i).is_identifier() || is_keyword(peek(i).text)) return 0;
  for (; peek(i).is_identifier() || peek(i).is("::"); ++i) {
    if (i > ahead && peek(i).is_identifier() && !peek(i - 1).is("::")) break;
    name += text_of(peek(i));
  }
  if (peek(i).is("<") || checker_.find_local(name) != nullptr) return 0;
  Entity* entity = names_.find_template(name);
  if (entity == nullptr || names_.find_type(name) != nullptr) return 0;
  if (found != nullptr) *found = entity;
  return i - ahead;
}

// The type that the initialiser here gives a class template; the initialiser is not consumed.
const Type* Parser::parse_deduced(Entity& of) {
  const size_t begin = at_;
  const Span span = end_of_previous();
  const bool has_equals = accept("=");
  const bool is_list = is("{");
  std::vector<ExprPtr> values;
  bool is_fine = true;
  if (is_list || (is("(") && !has_equals)) {
    ++at_;
    ExprPtr list = parse_initializer_list(is_list ? "}" : ")");
    is_fine = list != nullptr;
    if (is_fine) values = std::move(as<Construct>(*list).elements);
  } else if (has_equals) {
    values.push_back(parse_assignment());
    is_fine = values.back() != nullptr;
  }
  at_ = begin;
  std::vector<GivenArgument> given;
  for (ExprPtr& value : values) {
    if (!is_fine) break;
    const bool is_inner_list = value->kind == ExprKind::kConstruct && value->type == nullptr;
    GivenArgument argument{checker_.types().void_type(), false};
    if (!is_inner_list) argument.type = checker_.type_of(std::move(value), &argument.is_place);
    if (argument.type != nullptr && !argument.is_place)
      argument.type = checker_.types().unqualified(argument.type);
    is_fine = argument.type != nullptr;
    given.push_back(argument);
  }
  return is_fine ? names_.deduce_class(of, given, is_list, span) : nullptr;
}

// The number of tokens of `decltype(...)` ahead; 0: there is none.
size_t Parser::behind_decltype(size_t ahead) const {
  if (!peek(ahead).is("decltype") || !peek(ahead + 1).is("(")) return 0;
  return tokens_.behind_bracket(at_ + ahead + 1, stop_) - at_ - ahead;
}

// The type of the member that `Class::member`, up to the token, names of no object; else null.
const Type* Parser::type_of_named_field(size_t end) {
  if (!peek().is_identifier() || tokens_[end - 1].is(")") || !tokens_[end - 2].is("::"))
    return nullptr;
  const size_t begin = at_, errors = reporter_.count();
  std::string name;
  const Reporter::Trial trial(reporter_);
  const bool is_read = parse_qualified_name(name) && at_ == end;
  at_ = begin;
  const size_t last = name.rfind("::");
  const Type* owner =
      is_read && last != std::string::npos ? names_.find_type(name.substr(0, last)) : nullptr;
  const bool is_class =
      owner != nullptr && owner->is_record() && names_.complete(owner, peek().span);
  reporter_.forget_after(errors);
  const Field* field = is_class ? owner->record->find(name.substr(last + 2)) : nullptr;
  return field != nullptr ? field->type : nullptr;
}

// decltype := "decltype" "(" expression ")": of a name its type, of an lvalue a reference.
TemplateArgument Parser::parse_decltype() {
  const size_t end = at_ + behind_decltype(0);
  at_ += 2;
  const bool is_name = at_ + 2 == end && peek().is_identifier();
  TemplateArgument meant;
  meant.type = type_of_named_field(end - 1);
  if (meant.type != nullptr) {
    at_ = end;
    return meant;
  }
  const int operators = operators_;
  const bool outer = std::exchange(in_template_arguments_, false);
  ExprPtr parsed = parse_expression();
  in_template_arguments_ = outer;
  operators_ = operators;
  if (!parsed) return meant;
  bool is_place = false;
  meant.type = checker_.type_of(std::move(parsed), &is_place);
  if (meant.type != nullptr && is_place && !is_name) meant.reference = Reference::kPlace;
  if (meant.type != nullptr && !expect(")", sentence("after the value of decltype"))) return {};
  return meant;
}

const Type* Parser::parse_declared_type() {
  Specifiers specifiers;
  DeclaratorText declarator;
  if (!parse_specifiers(specifiers) || specifiers.type == nullptr) return nullptr;
  return parse_declarator(specifiers, declarator) ? declarator.type : nullptr;
}

const Type* Parser::parse_type_name() {
  return parse_type_argument().type;
}

// type_name := specifiers pointers ["(" "*" ")" extents] ["&" | "&&"]
TemplateArgument Parser::parse_type_argument() {
  Specifiers specifiers;
  TemplateArgument named;
  if (!parse_specifiers(specifiers)) return named;
  if (specifiers.type == nullptr) {
    error(specifiers.span, say("auto is not allowed here"), say("write the type"));
    return named;
  }
  const Type* type = parse_pointers(specifiers.type);
  if (is("(") && member_pointer_length(1) > 0) {
    ++at_;
    const Type* owner = parse_member_owner();
    if (owner == nullptr || !accept("*") || !accept(")") || !is("(")) return named;
    named.type = pointed_function(type, false, owner);
    return named;
  }
  if (is("(") && peek(1).is("*") && peek(2).is(")")) {
    at_ += 3;
    if (is("(")) {
      named.type = pointed_function(type, false);
      return named;
    }
    DeclaratorText pointee;
    pointee.span = end_of_previous();
    type = parse_extents(type, pointee);
    if (type != nullptr) named.type = checker_.types().pointer_to(type);
    return named;
  }
  const bool has_signs = peek(2).is("&") || peek(2).is("&&") || peek(2).is("*");
  const bool begins_with_pack = peek(1).is_identifier() && peek(has_signs ? 3 : 2).is("...");
  const bool is_function =
      is("(") && (peek(1).is(")") || peek(1).is("...") || begins_with_pack || starts_type(1));
  if (is_function) {
    named.type = parse_signature(type, false);
    return named;
  }
  if (is("[")) {
    DeclaratorText array;
    array.span = peek().span;
    type = parse_extents(type, array);
  }
  named.type = type;
  named.reference = parse_reference_mark(specifiers.reference);
  return named;
}

}  // namespace warplens::lang
