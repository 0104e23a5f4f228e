// Types as they are written: specifiers, names with template arguments, pointers, declarators.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

// [bytes] A larger array is a mistake anywhere; the launch and the lowering have their own limits.
constexpr uint64_t kLargestArray = uint64_t{1} << 31;
constexpr uint32_t kDeepestType = 256;  // nested pointers and arrays

bool is_qualifier(const Token& token) {
  return token.is("const") || token.is("volatile") || token.is("__restrict__") ||
         token.is("__restrict") || token.is("restrict");
}

bool is_class_word(const Token& token) {
  return token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
}

bool is_elaboration(const Token& token) {
  return token.is("typename") || is_class_word(token);
}

}  // namespace

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

bool Parser::starts_declaration() const {
  const Token& token = peek();
  if (!token.is_identifier() && !token.is("::")) return false;
  for (const auto word : {"const", "constexpr", "volatile", "static", "extern", "register", "auto",
                          "__shared__", "alignas", "__align__", "inline", "typedef", "struct",
                          "class", "union", "enum", "typename", "decltype"}) {
    if (token.is(word)) return true;
  }
  if (token.is("using") || token.is("static_assert")) return true;
  if (token.is("namespace")) return peek(2).is("=");
  if (is_type_word(token.text))
    return !peek(1).is("(") || peek(2).is("*") || peek(2).is("&") || member_pointer_length(2) > 0;
  if (is_keyword(token.text)) return false;
  if (const size_t length = type_name_length(0); length > 0) {
    const Token& next = peek(length);
    if (next.is("(") && member_pointer_length(length + 1) > 0) return true;
    if (next.is("("))
      return (peek(length + 1).is("*") || peek(length + 1).is("&")) && peek(length + 3).is(")") &&
             (peek(length + 4).is("[") || peek(length + 4).is("("));
    return !next.is("{") && !next.is("::") && !next.is(".") && !next.is(";") && !next.is(")");
  }
  if (const size_t length = deduced_length(0); length > 0)
    return peek(length).is_identifier() || peek(length).is("[");
  if (token.is("::")) return false;  // ::function(...)
  const Token& next = peek(1);
  if (next.is_identifier() && !is_keyword(next.text))
    return true;  // `Name name`, of an unknown type
  return refused_type(token.text).has_value() && (next.is("*") || next.is("&"));
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

// What `&` or `&&` makes of a type that may be a reference already.
Reference Parser::parse_reference_mark(Reference of_type) {
  if (!is("&") && !is("&&")) return of_type;
  const Reference written = is("&") ? Reference::kPlace : Reference::kValue;
  ++at_;
  return of_type == Reference::kNone || of_type == Reference::kValue ? written : of_type;
}

// An attribute or specifier beside the type of a function or variable in CUDA and C++.
bool Parser::parse_attribute(Specifiers& specifiers) {
  const Token& token = peek();
  if (token.is("__align__") || token.is("alignas")) {
    specifiers.alignment = std::max(specifiers.alignment, parse_alignment());
    return true;
  }
  const bool is_aligned = token.is("__attribute__") && peek(1).is("(") && peek(2).is("(") &&
                          peek(3).is("aligned") && peek(4).is("(");
  if (is_aligned) {  // __attribute__((aligned(16)))
    at_ += 3;
    specifiers.alignment = std::max(specifiers.alignment, parse_alignment());
    if (accept(")")) accept(")");
    return true;
  }
  if (token.is("__attribute__") && peek(3).is("packed")) specifiers.is_packed = true;
  if (token.is("__launch_bounds__") || token.is("__attribute__") || token.is("__declspec")) {
    ++at_;
    if (accept("(")) skip_parentheses();
    return true;
  }
  if (token.is("[") && peek(1).is("[")) {  // [[nodiscard]]
    while (!at_end() && !is("]")) ++at_;
    at_ += 2;
    return true;
  }
  if (token.is("__device__")) {
    specifiers.is_device = true;
  } else if (token.is("__host__")) {
    specifiers.is_host = true;
  } else if (token.is("__constant__")) {
    specifiers.is_constant_memory = true;
  } else if (token.is("__managed__")) {
    specifiers.is_managed = true;
  } else if (token.is("__noinline__")) {
    specifiers.is_forced_out = true;
  } else if (token.is("mutable")) {
    specifiers.is_mutable = true;
  } else if (!token.is("__forceinline__") && !token.is("__inline__") && !token.is("explicit") &&
             !token.is("__grid_constant__") && !token.is("friend") && !token.is("virtual")) {
    return false;
  }
  ++at_;
  return true;
}

// Reads one specifier of a declaration; appends type words to `words`. False if it is something
// else.
bool Parser::parse_specifier_word(Specifiers& specifiers, std::string& words) {
  const Token& token = peek();
  if (parse_attribute(specifiers)) return true;
  if (token.is("const")) {
    specifiers.is_const = true;
  } else if (token.is("volatile")) {
    specifiers.is_volatile = true;
  } else if (token.is("constexpr")) {
    specifiers.is_constexpr = true;
  } else if (token.is("__shared__")) {
    specifiers.is_shared = true;
  } else if (token.is("extern")) {
    specifiers.is_extern = true;
  } else if (token.is("auto") && specifiers.type == nullptr) {
    specifiers.is_auto = true;
  } else if (token.is("static")) {
    specifiers.is_static = true;
  } else if (token.is("typedef")) {
    specifiers.is_typedef = true;
  } else if (token.is_identifier() && is_type_word(token.text) && specifiers.type == nullptr &&
             (words.empty() || !is_type_name(token.text))) {
    words += (words.empty() ? "" : " ") + std::string(token.text);
  } else if (!is_qualifier(token) && !token.is("register") && !token.is("inline")) {
    return false;
  }
  ++at_;
  return true;
}

// specifiers := ("const" | "__shared__" | type_word | type_name | ...)+
bool Parser::parse_specifiers(Specifiers& specifiers) {
  const size_t begin = at_;
  specifiers.span = peek().span;
  std::string words;
  for (;;) {
    if (parse_specifier_word(specifiers, words)) continue;
    if (!words.empty() || specifiers.type != nullptr || specifiers.is_auto) break;
    const bool is_definition = is_elaboration(peek()) && !is("typename") &&
                               (type_name_length(0) == 0 || peek(type_name_length(0)).is("{"));
    if (is_definition) {
      specifiers.type = parse_type_definition();
    } else if (is("decltype") && peek(2).is("auto")) {
      at_ += 4;
      specifiers.is_auto = true;
      continue;
    } else if (is("decltype") || type_name_length(0) > 0) {
      const TemplateArgument meant = is("decltype") ? parse_decltype() : parse_named_type();
      specifiers.type = meant.type;
      specifiers.reference = meant.reference;
    } else if (const size_t length = deduced_length(0, &specifiers.deduced); length > 0) {
      at_ += length;
      specifiers.is_auto = true;
      continue;
    } else {
      break;
    }
    if (specifiers.type == nullptr) {
      suppress_declared_name();
      return false;
    }
  }
  if (at_ > begin) specifiers.span = base::join(tokens_[begin].span, previous().span);
  TypeTable& types = checker_.types();
  if (specifiers.type == nullptr) {
    if (specifiers.is_auto && words.empty()) return true;
    if (words.empty()) return report_unknown_type();
    if (words == "long double") words = "double";  // as nvcc has it in kernels
    const bool is_void = words == "void";
    const auto scalar = base::scalar_from_name(words);
    if (!is_void && !scalar) {
      error(specifiers.span, say("'{type}' is not a type", "type"_a = words));
      return false;
    }
    specifiers.type = is_void ? types.void_type() : types.scalar(*scalar);
  }
  specifiers.type = qualified(specifiers.type, specifiers);
  return true;
}

const Type* Parser::qualified(const Type* type, const Specifiers& specifiers) {
  TypeTable& types = checker_.types();
  // The const of a reference that has a name of its own means nothing ([dcl.ref]).
  const bool is_const = specifiers.is_const && specifiers.reference == Reference::kNone;
  if (is_const) type = types.with_const(type, true);
  return specifiers.is_volatile ? types.with_volatile(type, true) : type;
}

// Reports that a type's name is missing or unknown. Always false.
bool Parser::report_unknown_type() {
  const Token& token = peek();
  if (!token.is_identifier()) {
    error_here(say("expected a type, found {found}", "found"_a = describe_here()));
    return false;
  }
  if (const auto refusal = refused_type(token.text)) {
    unsupported_here(refusal->message, refusal->hint);
  } else if (names_.is_namespace(token.text) && peek(1).is("::") && peek(2).is_identifier()) {
    report_unknown_type_of_namespace();
  } else if (const auto keyword = refused_keyword(token.text)) {
    unsupported_here(keyword->message, keyword->hint);
  } else {
    checker_.report_unknown_type(token.text, token.span);
  }
  suppress_declared_name();
  return false;
}

// `space::inner::name`, from its first name on.
void Parser::report_unknown_type_of_namespace() {
  const Token& first = peek();
  std::string name(first.text);
  size_t last = 0;
  for (; peek(last + 1).is("::") && peek(last + 2).is_identifier(); last += 2)
    name += "::" + std::string(peek(last + 2).text);
  const Span span = base::join(first.span, peek(last).span);
  if (const auto refusal = refused_type(peek(last).text)) {
    unsupported(span, refusal->message, refusal->hint);
  } else {
    report_unknown_member(name, first, span);
  }
}

void Parser::suppress_declared_name() {
  std::string_view name;
  constexpr size_t kFarthest = 200;  // [tokens]
  size_t behind = 0;                 // after the template arguments that contain the mistake
  const auto may_be_of_type = [](const Token& token) {
    return token.is_identifier() || token.kind == TokenKind::kNumber || token.is("<") ||
           token.is(">") || token.is(">>") || token.is(",") || token.is("::") || token.is("*") ||
           token.is("&");
  };
  for (size_t i = 0; i < kFarthest && may_be_of_type(peek(i)); ++i) {
    if (peek(i).is(">") || peek(i).is(">>")) behind = i + 1;
  }
  const auto may_be_behind_type = [](const Token& token) {
    return token.is_identifier() || token.is("*") || token.is("&") || token.is("::");
  };
  for (size_t i = behind; i < behind + kFarthest && may_be_behind_type(peek(i)); ++i) {
    if (peek(i).is_identifier() && !is_keyword(peek(i).text)) name = peek(i).text;
  }
  if (!name.empty()) checker_.suppress_name(name);
}

// The number of tokens before the `*` of `Name::*`, which points to a member; 0: there is none.
size_t Parser::member_pointer_length(size_t ahead) const {
  size_t i = peek(ahead).is("::") ? ahead + 1 : ahead;
  while (peek(i).is_identifier() && !is_keyword(peek(i).text) && !is_type_word(peek(i).text)) {
    ++i;
    if (peek(i).is("<")) i += behind_angles(i, true);
    if (!peek(i).is("::")) return 0;
    ++i;
    if (peek(i).is("*")) return i - ahead;
  }
  return 0;
}

// `Name::`; null after a mistake.
const Type* Parser::parse_member_owner() {
  const Token name = peek();
  const Type* owner = parse_named_type().type;
  if (owner != nullptr && !owner->is_record()) {
    error(name.span, say("'{type}' has no members", "type"_a = name_of(owner)));
    return nullptr;
  }
  return owner != nullptr && expect("::", sentence("after the class")) ? owner : nullptr;
}

// pointers := (["Name" "::"] "*" qualifier*)*
const Type* Parser::parse_pointers(const Type* type) {
  TypeTable& types = checker_.types();
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    while (is_qualifier(peek())) {  // `float const*`
      if (is("const")) type = types.with_const(type, true);
      if (is("volatile")) type = types.with_volatile(type, true);
      ++at_;
    }
    if (member_pointer_length(0) > 0) {
      const Type* owner = parse_member_owner();
      if (owner != nullptr) type = types.member(owner->record, type);
    }
    if (is("*")) {
      if (type->depth >= kDeepestType) {
        error_here(say("a type has at most {most} levels of pointers", "most"_a = kDeepestType));
        while (is("*")) ++at_;
        return type;
      }
      ++at_;
      type = types.pointer_to(type);
      goes_on = true;
    }
  }
  return type;
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

// `Box<T>::`, of a member that is defined outside of its struct; 0: there is none.
size_t Parser::length_of_owner() const {
  if (!peek().is_identifier() || is_keyword(peek().text)) return 0;
  const size_t length = 1 + behind_angles(1, true);
  return peek(length).is("::") && peek(length + 1).is_identifier() ? length + 1 : 0;
}

// declarator := pointers ["&"] (name extents | "(" ("*" | "&") name ")" extents)
bool Parser::parse_declarator(const Specifiers& specifiers, DeclaratorText& declarator) {
  TypeTable& types = checker_.types();
  const Type* type = specifiers.type == nullptr ? types.void_type() : specifiers.type;
  if (specifiers.type == nullptr) {  // auto: whether it is a pointer depends on the value
    while (accept("*") || is_qualifier(peek())) {
      if (is_qualifier(peek())) ++at_;
    }
  } else {
    type = parse_pointers(type);
  }
  const bool has_owner = is("(") && member_pointer_length(1) > 0;
  const bool has_inner = has_owner || (is("(") && (peek(1).is("*") || peek(1).is("&")));
  const bool is_inner_pointer = has_owner || (has_inner && peek(1).is("*"));
  if (has_inner) ++at_;
  const Type* owner = has_owner ? parse_member_owner() : nullptr;
  if (has_owner && owner == nullptr) return false;
  if (is_inner_pointer) ++at_;
  while (is_inner_pointer && is_qualifier(peek())) ++at_;
  const Reference reference = parse_reference_mark(specifiers.reference);
  if (reference != Reference::kNone) {
    declarator.is_reference = true;
    const bool is_const =
        type->is_const || (specifiers.is_const && specifiers.reference == Reference::kNone);
    declarator.takes_temporaries = reference == Reference::kValue || is_const;
  }
  if (element_) accept("...");  // of a pack of parameters
  if (is("[") && specifiers.is_auto) {
    declarator.type = type;
    return parse_binding_names(declarator);
  }
  while (const size_t length = length_of_owner()) at_ += length;
  declarator.span = peek().is_identifier() ? peek().span : end_of_previous();
  if (peek().is_identifier() && !is_keyword(peek().text) &&
      (!is_type_word(peek().text) || is_type_name(peek().text))) {
    declarator.name = std::string(peek().text);
    ++at_;
  } else if (is("(")) {
    unsupported_here(say("parentheses in a declaration are not supported"),
                     say("write TYPE* name, or TYPE name[COUNT]"));
    return false;
  } else if (!is(",") && !is(")") && !is("[") && !is("=")) {
    error_here(say("expected a name, found {found}", "found"_a = describe_here()));
    return false;
  }
  const size_t extents = has_inner && is("[") ? at_ : 0;  // of an array of pointers to functions
  while (extents != 0 && !at_end() && !is(")")) ++at_;
  if (has_inner && !expect(")", sentence("after the name"))) return false;
  if (has_inner && is("(")) {
    const bool is_of_pointer = is_inner_pointer || declarator.is_reference;
    declarator.is_reference = false;
    declarator.type = is_of_pointer ? pointed_function(type, false, owner) : nullptr;
    const size_t end = at_;
    if (declarator.type != nullptr && extents != 0) {
      at_ = extents;
      declarator.type = parse_extents(declarator.type, declarator);
      at_ = end;
    }
    return declarator.type != nullptr;
  }
  declarator.type = parse_extents(type, declarator);
  if (declarator.type != nullptr && is_inner_pointer)
    declarator.type = types.pointer_to(declarator.type);
  return declarator.type != nullptr;
}

// The expression between [ and ]; nothing after a mistake.
std::optional<uint64_t> Parser::parse_extent() {
  const Span place = peek().span;
  operators_ = 0;
  const auto extent = checker_.constant_integer(parse_conditional(), label("the size of an array"));
  if (!extent) return std::nullopt;
  const bool is_negative =
      base::is_signed(extent->scalar) && static_cast<int64_t>(extent->bits) < 0;
  if (!is_negative && extent->bits != 0) return extent->bits;
  error(base::join(place, previous().span),
        say("an array of {count} elements", "count"_a = static_cast<int64_t>(extent->bits)),
        say("its size must be at least 1"));
  return std::nullopt;
}

// Behind the ] of the only extent, if that is not known before execution; else nothing is skipped.
bool Parser::skip_counted_extent(DeclaratorText& declarator) {
  if (peek().kind == TokenKind::kNumber && peek(1).is("]")) return false;
  const size_t begin = at_;
  operators_ = 0;
  const ExprPtr count = checker_.integer_value(parse_conditional(), label("the size of an array"));
  const bool is_counted =
      count && is("]") && !peek(1).is("[") && !checker_.evaluate(*count).has_value();
  if (is_counted) {
    declarator.counted_at = begin;
    ++at_;
  } else {
    at_ = begin;
  }
  return is_counted;
}

// extents := ("[" [expression] "]")*
const Type* Parser::parse_extents(const Type* element, DeclaratorText& declarator) {
  std::vector<uint64_t> extents;
  bool is_fine = true;
  const int operators = operators_;  // of the expression that contains the type
  while (is("[")) {
    const Span open = peek().span;
    ++at_;
    if (is("]")) {
      if (!extents.empty()) {
        error(open, say("only the first extent of an array can be left out"));
        is_fine = false;
      }
      declarator.has_open_extent = true;
      extents.push_back(0);
    } else if (extents.empty() && declarator.may_be_counted && skip_counted_extent(declarator)) {
      operators_ = operators;
      return element;
    } else {
      const std::optional<uint64_t> extent = parse_extent();
      is_fine = is_fine && extent;
      extents.push_back(extent.value_or(0));
    }
    declarator.has_extents = true;
    if (!accept("]")) {
      if (is_fine)
        error(end_of_previous(), say("expected ']' after the size of the array, found {found}",
                                     "found"_a = describe_here()));
      return nullptr;
    }
  }
  operators_ = operators;
  return is_fine ? array_type(element, extents, declarator) : nullptr;
}

// `element` itself if there are no extents.
const Type* Parser::array_type(const Type* element, const std::vector<uint64_t>& extents,
                               const DeclaratorText& declarator) {
  if (extents.size() + element->depth > kDeepestType) {
    error(declarator.span,
          say("an array has at most {most} dimensions, not {count}", "most"_a = kDeepestType,
              "count"_a = extents.size() + element->depth));
    return nullptr;
  }
  if (!extents.empty() && element->is_void()) {
    error(declarator.span, say("an array needs elements with a type, not void"));
    return nullptr;
  }
  if (!extents.empty() && !names_.complete(element, declarator.span)) return nullptr;
  uint64_t bytes = std::max(size_of(element), uint64_t{1});
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
    if (!names_.is_pattern() && *extent > kLargestArray / bytes) {
      error(declarator.span,
            say("the array '{name}' is larger than 2 GiB", "name"_a = declarator.name));
      return nullptr;
    }
    bytes *= *extent != 0 ? *extent : 1;
    element = checker_.types().array_of(element, *extent);
  }
  return element;
}

}  // namespace warplens::lang
