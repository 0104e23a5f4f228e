// What a file declares besides functions and structs: enums, other names of types, variables.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

// The underlying type of an enum that does not specify one, with constants from `lowest`, at most
// 0, to `highest`.
base::Scalar scalar_of_enum(int64_t lowest, uint64_t highest) {
  if (lowest >= INT32_MIN && highest <= INT32_MAX) return base::Scalar::kInt;
  if (lowest >= 0 && highest <= UINT32_MAX) return base::Scalar::kUInt;
  return highest <= INT64_MAX ? base::Scalar::kLong : base::Scalar::kULong;
}

}  // namespace

// enum := "enum" ["class"] [name] [":" type] "{" name ["=" constant] ("," ...)* "}"
const Type* Parser::parse_enum(const std::function<void(const Enumerator&)>& add) {
  accept("typedef");
  ++at_;
  const bool is_scoped = is("class") || is("struct");
  while (!at_end() && !is("{") && !is(":") && !is(";")) ++at_;
  const Type* type = checker_.types().scalar(base::Scalar::kInt);
  bool has_type = is_scoped;
  if (accept(":")) {
    has_type = true;
    type = parse_type_name();
    if (type == nullptr) return nullptr;
    if (!type->is_scalar() || base::is_floating(type->scalar)) {
      error(end_of_previous(), say("an enum's type is an integer"));
      return nullptr;
    }
  }
  if (!expect("{", sentence("before the constants of the enum"))) return nullptr;
  uint64_t next = 0, highest = 0;
  bool is_negative = false;
  int64_t lowest = 0;
  while (!at_end() && !is("}")) {
    const Token name = peek();
    if (!name.is_identifier() || is_keyword(name.text)) {
      error_here(
          say("expected the name of a constant, found {found}", "found"_a = describe_here()));
      return nullptr;
    }
    ++at_;
    if (accept("=")) {
      operators_ = 0;
      const auto value =
          checker_.constant_integer(parse_conditional(), label("the value of a constant"));
      if (!value) return nullptr;
      next = value->bits;
      is_negative = base::is_signed(value->scalar) && static_cast<int64_t>(next) < 0;
    }
    const int64_t below = is_negative ? static_cast<int64_t>(next) : 0;
    const uint64_t above = is_negative ? 0 : next;
    const base::Scalar own = has_type ? type->scalar : scalar_of_enum(below, above);
    add({std::string(name.text), name.span, wrap(next, own), own});
    lowest = std::min(lowest, below);
    highest = std::max(highest, above);
    ++next;
    is_negative = is_negative && next != 0;
    if (!accept(",")) break;
  }
  if (!has_type) type = checker_.types().scalar(scalar_of_enum(lowest, highest));
  return expect("}", sentence("after the constants of the enum")) ? type : nullptr;
}

// alias := "using" name "=" type | "typedef" specifiers declarator ("," declarator)*
TemplateArgument Parser::parse_alias(std::string_view name, const Type* defined) {
  if (accept("using")) {
    at_ += 2;
    return parse_type_argument();
  }
  Specifiers specifiers;
  specifiers.type = defined;
  if (!parse_specifiers(specifiers) || specifiers.type == nullptr) return {};
  do {
    DeclaratorText text;
    if (!parse_declarator(specifiers, text)) return {};
    if (text.name == name) return named_by(text);
  } while (accept(","));
  return {};
}

// What a typedef's declarator names.
TemplateArgument Parser::named_by(const DeclaratorText& text) {
  TemplateArgument named;
  named.type = text.type;
  if (text.is_reference) {
    const bool is_value = text.takes_temporaries && !text.type->is_const;
    named.reference = is_value ? Reference::kValue : Reference::kPlace;
  }
  return named;
}

// variable := specifiers declarator ["=" value | "(" value ")" | list] ("," ...)* ";"
std::unique_ptr<Variable> Parser::parse_file_variable(std::string_view name, Storage storage,
                                                      Declarator& declarator) {
  Specifiers specifiers;
  if (!parse_specifiers(specifiers)) return nullptr;
  for (;;) {
    DeclaratorText text;
    if (!parse_declarator(specifiers, text)) return nullptr;
    at_ += behind_angles(0, true);  // of a specialised variable template
    if (text.name == name) return parse_file_value(specifiers, text, storage, declarator);
    if (accept("=")) {
      skip_value();
    } else if (is("{")) {
      skip_braces();
    }
    if (!accept(",")) return nullptr;
  }
}

std::unique_ptr<Variable> Parser::parse_file_value(const Specifiers& specifiers,
                                                   const DeclaratorText& text, Storage storage,
                                                   Declarator& declarator) {
  const bool has_value = is("=") || is("(") || is("{");
  operators_ = 0;
  ExprPtr parsed = parse_object_initializer();
  if (has_value && !parsed) return nullptr;
  auto variable = std::make_unique<Variable>();
  variable->name = text.name;
  variable->span = text.span;
  variable->storage = storage;
  variable->is_managed = specifiers.is_managed;
  variable->scope = {text.span.end, unit_.file.end()};
  const Type* type = text.type;
  if (specifiers.is_auto) {
    ExprPtr checked = checker_.value(std::move(parsed));
    if (!checked) return nullptr;
    variable->type = checker_.types().with_const(checked->type, true);
    declarator.value = std::move(checked);
    declarator.has_initializer = true;
    return variable;
  }
  if (specifiers.is_constexpr) type = checker_.types().with_const(type, true);
  if (!names_.complete(type, text.span)) return nullptr;
  if (type->is_void()) {
    error(text.span, say("a variable cannot be void"));
    return nullptr;
  }
  if (text.has_open_extent) {
    const uint64_t count = parsed ? checker_.elements_of_list(*parsed, type->element) : 0;
    if (count == 0 && storage != Storage::kDynamic) {
      error(text.span, say("the array '{name}' has no size", "name"_a = text.name),
            say("write {name}[COUNT]", "name"_a = text.name));
      return nullptr;
    }
    type = checker_.types().array_of(type->element, count);
  }
  variable->type = type;
  variable->address_taken = type->is_array();
  if (!parsed && storage != Storage::kHost) return variable;
  declarator.variable = variable.get();
  if (!checker_.initialize_variable(declarator, std::move(parsed), text.span)) return nullptr;
  declarator.has_initializer =
      has_value || declarator.value != nullptr || !declarator.elements.empty();
  return variable;
}

}  // namespace warplens::lang
