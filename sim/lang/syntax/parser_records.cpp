// Structs, classes and unions as they are written: their heads and members.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {

// definition := ("struct" | "class" | "union" | "enum") [name] "{" ... "}", inside a declaration
const Type* Parser::parse_type_definition() {
  const size_t begin = at_;
  const bool is_enum = is("enum");
  ++at_;
  if (is("class") || is("struct")) ++at_;
  Specifiers ignored;
  while (parse_attribute(ignored)) {
  }
  const Token name = peek();
  const bool has_name = name.is_identifier() && !is_keyword(name.text);
  if (has_name) ++at_;
  while (!at_end() && !is("{") && !is(";") && !is("(")) ++at_;
  if (!is("{")) {
    if (has_name) {
      checker_.report_unknown_type(name.text, name.span);
    } else {
      error_here(say("expected '{{', found {found}", "found"_a = describe_here()));
    }
    return nullptr;
  }
  skip_braces();
  const TokenRange text{begin, at_};
  const std::string known(has_name ? name.text : std::string_view());
  const Span span = has_name ? name.span : tokens_[begin].span;
  return is_enum ? names_.declare_enum(text, known, span)
                 : names_.declare_local_record(text, known, span);
}

// record := ("struct" | "class" | "union") attributes [name] ["final"] "{" member* "}"
bool Parser::parse_record(RecordEntity& record) {
  Specifiers attributes;
  if (!parse_record_head(record, attributes)) return false;
  ++at_;
  const size_t errors = reporter_.count();
  while (!at_end() && !is("}") && record.record->fields.size() <= kMostParts) {
    const size_t before = at_;
    parse_member(record);
    if (at_ == before) ++at_;
  }
  accept("}");
  while (!at_end() && parse_attribute(attributes)) {  // `} __attribute__((packed));`
  }
  lay_out(record, attributes);
  const bool inherits =
      std::any_of(record.functions.begin(), record.functions.end(),
                  [](const FunctionEntity* function) { return function->is_inherited; });
  if (record.record->is_polymorphic || inherits) names_.add_implicit_constructor(record);
  return reporter_.count() == errors;
}

bool Parser::parse_record_head(RecordEntity& record, Specifiers& attributes) {
  accept("typedef");
  record.record->is_union = is("union");
  ++at_;
  while (!at_end() && !is("{") && !is(":") && !is(";")) {
    if (!parse_attribute(attributes)) ++at_;
  }
  if (is(":") && !parse_bases(record)) return false;
  if (is("{")) add_class_field(record);
  if (is("{")) return true;
  error(record.record->span,
        say("'{name}' is declared, but its members are not known", "name"_a = record.record->name),
        say("write struct {name} {{ ... }}; before this", "name"_a = record.record->name));
  return false;
}

bool Parser::parse_member(RecordEntity& record) {
  if (accept(";")) return true;
  if ((is("public") || is("private") || is("protected")) && peek(1).is(":")) {
    at_ += 2;
    return true;
  }
  skip_attributes();
  if (is_friend()) return parse_friend(record);
  if (skip_destructor(record)) return true;
  if (report_refused_operator()) return true;
  if (is("using") && parse_used_name(record)) return true;
  if (is("using") || is("typedef") || is("static_assert")) {
    parse_local_type();
    return true;
  }
  if (is("template") && names_.add_member_template(record, at_)) {
    skip_member();
    return true;
  }
  if (is("template") || is_member_function()) {
    names_.add_member_function(record, at_);
    skip_member();
    return true;
  }
  return parse_fields(record);
}

// Skips to after the `;` or the body of a member function.
void Parser::skip_member() {
  bool is_list = false;  // of a constructor's member initialisers
  for (; !at_end() && !is("}"); ++at_) {
    if (is("(")) {
      ++at_;
      skip_parentheses(true);
      --at_;
    } else if (is(";")) {
      ++at_;
      return;
    } else if (is(":") && previous().is(")")) {
      is_list = true;
    } else if (is("{")) {
      const bool is_value = is_list && previous().is_identifier();
      skip_braces();
      if (!is_value) {
        accept(";");
        return;
      }
      --at_;
    }
  }
}

// A destructor that does nothing: `= default`, or with an empty body. Whether there is one.
bool Parser::skip_destructor(RecordEntity& record) {
  size_t tilde = 0;
  bool is_virtual = false;
  for (; !peek(tilde).is("~"); ++tilde) {
    const Token& token = peek(tilde);
    if (!token.is_identifier()) return false;
    is_virtual |= token.is("virtual");
  }
  record.has_virtual_destructor |= is_virtual;
  size_t behind = tilde + 4;  // ~Name()
  while (peek(behind).is("noexcept") || peek(behind).is("override") || peek(behind).is("final"))
    ++behind;
  const bool is_nothing = peek(behind).is("{") && peek(behind + 1).is("}");
  if (!peek(behind).is("=") && !is_nothing) return false;
  skip_member();
  return true;
}

// Whether `friend` is among the specifiers here: __device__ friend int f(...);
bool Parser::is_friend() const {
  for (size_t i = 0; peek(i).is_identifier(); ++i) {
    if (peek(i).is("template")) return false;
    if (peek(i).is("friend")) return true;
  }
  return false;
}

// A function defined here belongs to the namespace. Other friend declarations have no effect, since
// all members are public.
bool Parser::parse_friend(RecordEntity& record) {
  const bool is_function = is_member_function();
  if (is_function) names_.add_friend_function(record, at_);
  skip_member();
  return true;
}

// An operator whose uses would not be recognised as calls.
bool Parser::report_refused_operator() {
  size_t ahead = 0;
  for (; !peek(ahead).is("operator"); ++ahead) {
    const Token& token = peek(ahead);
    if (token.at_end() || token.is("(") || token.is(";") || token.is("{") || token.is("=") ||
        token.is("}"))
      return false;
  }
  const Token& symbol = peek(ahead + 1);
  const bool is_address = symbol.is("&") && peek(ahead + 2).is("(") && peek(ahead + 3).is(")");
  if (!is_address) return false;
  const Span place = peek(ahead).span;
  const std::string spelt(symbol.text);
  skip_member();
  unsupported(place, say("operator{token} of a struct's own is not supported", "token"_a = spelt),
              say("write a function with a name: add(a, b)"));
  return true;
}

// Whether a `(` follows a name before any `=`, `;`, `{` or `[` of a field.
bool Parser::is_member_function() const {
  int depth = 0;  // in the arguments of templates: std::function<void()> has none of its own
  for (size_t i = 0; !peek(i).at_end(); ++i) {
    const Token& token = peek(i);
    if (token.is("<") && i > 0 && peek(i - 1).is_identifier()) ++depth;
    if (token.is(">") && depth > 0) --depth;
    if (token.is(">>")) depth = std::max(depth - 2, 0);
    if (token.is("(") && depth > 0) continue;
    if (token.is("__align__") || token.is("alignas") || token.is("__attribute__") ||
        token.is("__launch_bounds__")) {
      while (!peek(i).at_end() && !peek(i).is(")")) ++i;
      continue;
    }
    if (token.is("operator")) return true;
    const bool is_declarator = peek(i + 1).is("*") || peek(i + 1).is("&") ||
                               member_pointer_length(i + 1) > 0;  // `int (*run)(int);`
    if (token.is("(")) return i > 0 && peek(i - 1).is_identifier() && !is_declarator;
    if (token.is("=") || token.is(";") || token.is("{") || token.is("[") || token.is("}"))
      return false;
  }
  return false;
}

// Whether a struct or union without a name is defined here.
bool Parser::is_anonymous_record() {
  if (!is("struct") && !is("class") && !is("union")) return false;
  const size_t begin = at_++;
  Specifiers ignored;
  while (parse_attribute(ignored)) {
  }
  const bool is_anonymous = is("{");
  at_ = begin;
  return is_anonymous;
}

// fields := specifiers declarator [":" bits] ["=" value | "{" value "}"] ("," ...)* ";"
bool Parser::parse_fields(RecordEntity& record) {
  const size_t begin = at_;
  const auto give_up = [&] {
    at_ = std::max(at_, begin);
    while (!at_end() && !is(";") && !is("}")) {
      if (is("{")) {
        skip_braces();
      } else {
        ++at_;
      }
    }
    accept(";");
    return false;
  };
  const bool is_anonymous = is_anonymous_record();
  Specifiers specifiers;
  if (!parse_specifiers(specifiers)) return give_up();
  if (accept(";")) {  // a nested struct or enum
    if (is_anonymous) add_field(record, {"", specifiers.type, 0, specifiers.span}, {});
    return true;
  }
  if (specifiers.type == nullptr) {
    error(specifiers.span, say("a member cannot be auto"), say("write its type"));
    return give_up();
  }
  do {
    DeclaratorText text;
    if (is(":")) {  // bits without a name
      text.type = specifiers.type;
      text.span = peek().span;
    } else if (!parse_declarator(specifiers, text)) {
      return give_up();
    }
    if (specifiers.is_static) {
      names_.add_static_member(record, text.name, text.span, {begin, skip_static_value()});
      continue;
    }
    Field field{text.name, text.type, 0, text.span};
    field.is_mutable = specifiers.is_mutable;
    if (is(":")) {
      if (!parse_bits(field)) return give_up();
      if (field.name.empty()) {
        record.unnamed_bits.push_back(
            {record.record->fields.size(), size_of(text.type), field.bits});
        continue;
      }
    }
    if (!check_field(record, text)) return give_up();
    if (text.is_reference) {
      field.is_reference = true;
      field.type = checker_.types().pointer_to(text.type);
    }
    TokenRange value;
    if (accept("=")) {
      value = skip_value();
    } else if (is("{")) {
      value.begin = at_;
      skip_braces();
      value.end = at_;
    }
    if (specifiers.alignment != 0)
      record.field_alignments[record.record->fields.size()] = specifiers.alignment;
    add_field(record, std::move(field), value);
  } while (accept(","));
  if (!accept(";")) {
    error(end_of_previous(), say("missing ';' after this member"));
    return give_up();
  }
  return true;
}

void Parser::add_field(RecordEntity& record, Field field, TokenRange value) {
  record.record->fields.push_back(std::move(field));
  record.initializers.push_back(value);
}

// Returns the end of a static member's declarator; its value is read on first use.
size_t Parser::skip_static_value() {
  if (accept("=")) {
    skip_value();
  } else if (is("{")) {
    skip_braces();
  }
  return is(";") ? at_ + 1 : at_;
}

bool Parser::check_field(const RecordEntity& record, const DeclaratorText& text) {
  std::string message;
  std::string hint;
  if (text.name.empty()) {
    message = say("a member without a name");
  } else if (text.is_reference) {
    return true;
  } else if (text.type->is_void()) {
    message = say("a member cannot be void");
  } else if (text.has_open_extent) {
    message = say("the array '{name}' has no size", "name"_a = text.name);
    hint = say("write {name}[COUNT]", "name"_a = text.name);
  } else if (record.record->find(text.name) != nullptr) {
    message = say("a second member is named '{name}'", "name"_a = text.name);
  } else if (text.type->is_record() && text.type->record == record.record) {
    message = say("a struct cannot hold itself");
    hint = say("use a pointer to it");
  } else {
    return names_.complete(text.type, text.span);
  }
  error(text.span, message, hint);
  return false;
}

}  // namespace warplens::lang
