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

bool is_elaboration(const Token& token) {
  return token.is("typename") || token.is("struct") || token.is("class") || token.is("union") ||
         token.is("enum");
}

}  // namespace

bool Parser::starts_type(size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.is("::")) return type_name_length(ahead) > 0;
  if (!token.is_identifier()) return false;
  if (is_type_word(token.text) || token.is("const") || token.is("volatile")) return true;
  if (type_name_length(ahead) > 0) return true;
  // A type that is not supported, so that the error names it: (texture*)p
  return refused_type(token.text).has_value() &&
         (peek(ahead + 1).is("*") || peek(ahead + 1).is(")"));
}

bool Parser::starts_declaration() const {
  const Token& token = peek();
  if (!token.is_identifier() && !token.is("::")) return false;
  for (const auto word : {"const", "constexpr", "volatile", "static", "extern", "register", "auto",
                          "__shared__", "alignas", "__align__", "inline", "typedef", "struct",
                          "class", "union", "enum", "typename"}) {
    if (token.is(word)) return true;
  }
  if (token.is("using") || token.is("static_assert")) return true;
  if (token.is("namespace")) return peek(2).is("=");
  if (is_type_word(token.text)) return !peek(1).is("(") || peek(2).is("*") || peek(2).is("&");
  if (is_keyword(token.text)) return false;
  if (const size_t length = type_name_length(0); length > 0) {
    const Token& next = peek(length);
    if (next.is("("))
      return (peek(length + 1).is("*") || peek(length + 1).is("&")) && peek(length + 3).is(")") &&
             peek(length + 4).is("[");
    return !next.is("{") && !next.is("::") && !next.is(".") && !next.is(";") && !next.is(")");
  }
  const Token& next = peek(1);
  if (next.is_identifier() && !is_keyword(next.text))
    return true;  // `Name name`, of an unknown type
  return refused_type(token.text).has_value() && (next.is("*") || next.is("&"));
}

size_t Parser::type_name_length(size_t ahead) const {
  size_t i = ahead;
  const bool is_elaborated = is_elaboration(peek(i));
  if (is_elaborated) ++i;
  if (peek(i).is("::")) ++i;
  std::string name;
  bool is_dependent = false;  // after template arguments: it cannot be looked up yet
  for (;; ++i) {
    if (!peek(i).is_identifier() || is_keyword(peek(i).text)) return 0;
    name += peek(i).text;
    ++i;
    if (peek(i).is("<") && (is_dependent || names_.is_record_template(name))) {
      int depth = 0;
      for (; !peek(i).at_end() && !peek(i).is(";") && !peek(i).is("{"); ++i) {
        if (peek(i).is("<")) ++depth;
        if (peek(i).is(">")) --depth;
        if (peek(i).is(">>")) depth -= 2;
        if (depth <= 0) break;
      }
      if (depth > 0) return 0;
      ++i;
      if (!peek(i).is("::")) return i - ahead;
      is_dependent = true;
    } else if (!peek(i).is("::")) {
      if (is_dependent) {
        const bool is_named_next = peek(i).is_identifier() && !is_keyword(peek(i).text);
        return is_elaborated || is_named_next ? i - ahead : 0;
      }
      return names_.find_type(name) != nullptr ? i - ahead : 0;
    }
    name += "::";
  }
}

// named_type := ["typename" | "struct" | ...] ["::"] name ["<" arguments ">"] ("::" ...)*
const Type* Parser::parse_named_type() {
  if (is_elaboration(peek())) ++at_;
  accept("::");
  std::string name;
  for (;;) {
    const Token place = peek();
    name += place.text;
    ++at_;
    const Type* type = nullptr;
    if (is("<")) {
      Entity* entity = names_.find_entity(name);
      std::vector<TemplateArgument> arguments;
      if (entity == nullptr || !parse_template_arguments(arguments)) return nullptr;
      const Span span = base::join(place.span, previous().span);
      type = entity->kind == EntityKind::kAlias ? names_.alias_instance(*entity, arguments, span)
                                                : names_.record_instance(*entity, arguments, span);
      if (type == nullptr) return nullptr;
      if (type->is_record()) name = type->record->name;
    }
    if (is("::") && peek(1).is_identifier()) {
      ++at_;
      name += "::";
      continue;
    }
    if (type == nullptr) type = names_.find_type(name);
    if (type == nullptr) checker_.report_unknown_type(name, place.span);
    return type;
  }
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
  } else if (!token.is("__forceinline__") && !token.is("__inline__") && !token.is("explicit") &&
             !token.is("__grid_constant__") && !token.is("mutable") && !token.is("friend")) {
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
  } else if (token.is_identifier() && is_type_word(token.text) && specifiers.type == nullptr) {
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
    } else if (type_name_length(0) > 0) {
      specifiers.type = parse_named_type();
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
  if (specifiers.is_const) type = types.with_const(type, true);
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

// pointers := ("*" qualifier*)*
const Type* Parser::parse_pointers(const Type* type) {
  TypeTable& types = checker_.types();
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    while (is_qualifier(peek())) {  // `float const*`
      if (is("const")) type = types.with_const(type, true);
      if (is("volatile")) type = types.with_volatile(type, true);
      ++at_;
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

// type_name := specifiers pointers ["(" "*" ")" extents]
const Type* Parser::parse_type_name() {
  Specifiers specifiers;
  if (!parse_specifiers(specifiers)) return nullptr;
  if (specifiers.type == nullptr) {
    error(specifiers.span, say("auto is not allowed here"), say("write the type"));
    return nullptr;
  }
  const Type* type = parse_pointers(specifiers.type);
  if (is("(") && peek(1).is("*") && peek(2).is(")")) {
    at_ += 3;
    DeclaratorText pointee;
    pointee.span = end_of_previous();
    type = parse_extents(type, pointee);
    return type == nullptr ? nullptr : checker_.types().pointer_to(type);
  }
  if (is("[")) {
    DeclaratorText array;
    array.span = peek().span;
    type = parse_extents(type, array);
  }
  if (is("&") || is("&&")) ++at_;  // a cast to T& is an lvalue
  return type;
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
  const bool has_inner = is("(") && (peek(1).is("*") || peek(1).is("&"));
  const bool is_inner_pointer = has_inner && peek(1).is("*");
  if (has_inner) ++at_;
  if (is_inner_pointer) ++at_;
  if (is("&") || is("&&")) {
    declarator.is_reference = true;
    declarator.takes_temporaries = is("&&") || type->is_const || specifiers.is_const;
    ++at_;
  }
  if (is("[") && specifiers.is_auto) {
    unsupported_here(say("structured bindings are not supported"),
                     say("name the members one by one"));
    return false;
  }
  declarator.span = peek().is_identifier() ? peek().span : end_of_previous();
  if (peek().is_identifier() && !is_keyword(peek().text) && !is_type_word(peek().text)) {
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
  if (has_inner && !expect(")", sentence("after the name"))) return false;
  if (is_inner_pointer && is("(")) {
    unsupported(declarator.span, say("pointers to functions are not supported"),
                say("call the function by its name, or choose with a switch"));
    return false;
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
