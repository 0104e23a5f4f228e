// What a declaration begins with: its specifiers and attributes, and the type among them.
#include <algorithm>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {

bool Parser::is_qualifier(const Token& token) {
  return token.is("const") || token.is("volatile") || token.is("__restrict__") ||
         token.is("__restrict") || token.is("restrict");
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

}  // namespace warplens::lang
