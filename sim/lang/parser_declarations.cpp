// Declarations: types, declarators, initialisers. Every declarator is checked as it is read, since
// the next one may use it.
#include <utility>

#include "sim/lang/parser.hpp"
#include "sim/lang/words.hpp"

namespace warplens::lang {
namespace {

// [bytes] An array over this is a mistake wherever it lies; the launch and the lowering have limits
// of their own.
constexpr uint64_t kLargestArray = uint64_t{1} << 31;

bool is_qualifier(const Token& token) {
  return token.is("const") || token.is("volatile") || token.is("__restrict__") ||
         token.is("__restrict") || token.is("restrict");
}

}  // namespace

bool Parser::starts_type(size_t ahead) const {
  const Token& token = peek(ahead);
  if (!token.is_identifier()) return false;
  if (is_type_word(token.text) || token.is("const") || token.is("volatile")) return true;
  // A type that is known and refused, so that the refusal names it: (float4*)p
  return refused_type(token.text).has_value() &&
         (peek(ahead + 1).is("*") || peek(ahead + 1).is(")"));
}

bool Parser::starts_declaration() const {
  const Token& token = peek();
  if (!token.is_identifier()) return false;
  for (const auto word : {"const", "constexpr", "volatile", "static", "extern", "register", "auto",
                          "__shared__", "alignas", "__align__", "inline"}) {
    if (token.is(word)) return true;
  }
  if (is_type_word(token.text)) return !peek(1).is("(") || peek(2).is("*");
  if (is_keyword(token.text)) return false;
  const Token& next = peek(1);
  if (next.is_identifier() && !is_keyword(next.text))
    return true;  // `Name name`: of a type that is not known
  return refused_type(token.text).has_value() && (next.is("*") || next.is("&"));
}

// One word of a declaration's front; type words gather in `words`. False if it is none.
bool Parser::parse_specifier_word(Specifiers& specifiers, std::string& words) {
  const Token& token = peek();
  if (token.is("const") || token.is("constexpr")) {
    specifiers.is_const = true;
  } else if (token.is("__shared__")) {
    specifiers.is_shared = true;
  } else if (token.is("extern")) {
    specifiers.is_extern = true;
  } else if (token.is("auto")) {
    specifiers.is_auto = true;
  } else if (token.is("static")) {
    const bool is_in_kernel = breakable_ > 0 || depth_ > 0;
    if (is_in_kernel)
      error_here("static variables are not supported in a kernel",
                 "use a plain or a __shared__ variable");
  } else if (token.is("alignas") || token.is("__align__")) {
    specifiers.has_alignment = true;
    specifiers.span = base::join(specifiers.span, token.span);
    ++at_;
    if (accept("(")) skip_parentheses();
    return true;
  } else if (token.is_identifier() && is_type_word(token.text)) {
    words += (words.empty() ? "" : " ") + std::string(token.text);
  } else if (!is_qualifier(token) && !token.is("register") && !token.is("inline")) {
    return false;
  }
  ++at_;
  return true;
}

// specifiers := ("const" | "__shared__" | type_word | ...)+
bool Parser::parse_specifiers(Specifiers& specifiers) {
  const size_t begin = at_;
  specifiers.span = peek().span;
  std::string words;
  while (parse_specifier_word(specifiers, words)) {
  }
  if (at_ > begin) specifiers.span = base::join(tokens_[begin].span, previous().span);
  if (specifiers.is_auto && words.empty()) return true;
  if (words.empty()) return report_unknown_type();
  const bool is_void = words == "void";
  const auto scalar = base::scalar_from_name(words);
  if (!is_void && !scalar) {
    error(specifiers.span, "'" + words + "' is no type");
    return false;
  }
  TypeTable& types = checker_.types();
  specifiers.type = is_void ? types.void_type() : types.scalar(*scalar);
  if (specifiers.is_const) specifiers.type = types.with_const(specifiers.type, true);
  return true;
}

// A type's name is expected and something else is here. Always false.
bool Parser::report_unknown_type() {
  const Token& token = peek();
  if (!token.is_identifier()) {
    error_here("expected a type, here is " + describe_here());
    return false;
  }
  if (const auto refusal = refused_type(token.text)) {
    error_here(refusal->message, refusal->hint);
  } else if (const auto keyword = refused_keyword(token.text)) {
    error_here(keyword->message, keyword->hint);
  } else {
    checker_.report_unknown_type(token.text, token.span);
  }
  suppress_declared_name();
  return false;
}

void Parser::suppress_declared_name() {
  std::string_view name;
  for (size_t i = 0;
       peek(i).is_identifier() || peek(i).is("*") || peek(i).is("&") || peek(i).is("::"); ++i) {
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
      ++at_;
    }
    if (accept("*")) {
      type = types.pointer_to(type);
      goes_on = true;
    }
  }
  if (is("&") || is("&&")) {
    error_here("references are not supported yet", "use a pointer, or the variable itself");
    suppress_declared_name();
    return nullptr;
  }
  return type;
}

// type_name := specifiers pointers ["(" "*" ")" extents]
const Type* Parser::parse_type_name() {
  Specifiers specifiers;
  if (!parse_specifiers(specifiers)) return nullptr;
  if (specifiers.type == nullptr) {
    error(specifiers.span, "auto cannot stand here", "write the type");
    return nullptr;
  }
  const Type* type = parse_pointers(specifiers.type);
  if (type != nullptr && is("(") && peek(1).is("*")) {
    error_here("pointers to arrays are not supported in casts",
               "cast to a pointer to the elements and index it flat");
    return nullptr;
  }
  return type;
}

// declarator := pointers name extents
bool Parser::parse_declarator(const Specifiers& specifiers, DeclaratorText& declarator) {
  const Type* type = specifiers.type;
  if (type == nullptr) {  // auto
    type = checker_.types().void_type();
    if (is("*") || is("&")) {
      error_here("auto with * or & is not supported", "write the type");
      return false;
    }
  } else {
    type = parse_pointers(type);
    if (type == nullptr) return false;
  }
  declarator.span = peek().is_identifier() ? peek().span : end_of_previous();
  if (peek().is_identifier() && !is_keyword(peek().text) && !is_type_word(peek().text)) {
    declarator.name = std::string(peek().text);
    ++at_;
  } else if (is("(")) {
    error_here("parentheses in a declaration are not supported",
               "write TYPE* name, or TYPE name[COUNT]");
    return false;
  } else if (!is(",") && !is(")") && !is("[")) {
    error_here("expected a name, here is " + describe_here());
    return false;
  }
  declarator.type = parse_extents(type, declarator);
  return declarator.type != nullptr;
}

// extents := ("[" [expression] "]")*
const Type* Parser::parse_extents(const Type* element, DeclaratorText& declarator) {
  std::vector<uint64_t> extents;
  bool is_fine = true;
  while (is("[")) {
    const Span open = peek().span;
    ++at_;
    if (is("]")) {
      if (!extents.empty()) {
        error(open, "only the first extent of an array can be left out");
        is_fine = false;
      }
      declarator.has_open_extent = true;
      extents.push_back(0);
    } else {
      const Span place = peek().span;
      operators_ = 0;
      const auto extent = checker_.constant_integer(parse_conditional(), "the size of an array");
      const bool is_negative =
          extent && base::is_signed(extent->scalar) && static_cast<int64_t>(extent->bits) < 0;
      if (extent && (is_negative || extent->bits == 0)) {
        error(base::join(place, previous().span),
              "an array of " +
                  (is_negative ? std::to_string(static_cast<int64_t>(extent->bits))
                               : std::string("0")) +
                  " elements",
              "its size must be at least 1");
      }
      is_fine = is_fine && extent && !is_negative && extent->bits != 0;
      extents.push_back(extent ? extent->bits : 0);
    }
    declarator.has_extents = true;
    if (!accept("]")) {
      if (is_fine)
        error(end_of_previous(),
              "expected ']' after the size of the array, here is " + describe_here());
      return nullptr;
    }
  }
  if (!is_fine) return nullptr;
  if (!extents.empty() && element->is_void()) {
    error(declarator.span, "an array needs elements with a type, not void");
    return nullptr;
  }
  uint64_t bytes = size_of(element);
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
    if (*extent > kLargestArray / bytes) {
      error(declarator.span, "the array '" + declarator.name + "' is larger than 2 GiB");
      return nullptr;
    }
    bytes *= *extent != 0 ? *extent : 1;
    element = checker_.types().array_of(element, *extent);
  }
  return element;
}

// declaration := specifiers declarator ["=" initializer] ("," ...)* ";"
StmtPtr Parser::parse_declaration() {
  auto declaration = std::make_unique<Declaration>();
  const size_t begin = at_;
  const size_t errors = reporter_.count();
  Specifiers specifiers;
  bool is_fine = parse_specifiers(specifiers);
  if (is_fine && is(";")) {
    error(specifiers.span, "a declaration without a name");
    is_fine = false;
  }
  while (is_fine) {
    is_fine = parse_one_variable(specifiers, *declaration);
    if (!is_fine || !accept(",")) break;
  }
  if (is_fine)
    expect_semicolon("this declaration");
  else
    skip_statement();
  if (!is_fine && reporter_.count() == errors) return nullptr;
  declaration->span = base::join(tokens_[begin].span, previous().span);
  return declaration;
}

bool Parser::parse_one_variable(const Specifiers& specifiers, Declaration& declaration) {
  DeclaratorText text;
  if (!parse_declarator(specifiers, text)) {
    // The name is known all the same, so that its uses are not reported as well.
    if (!text.name.empty() && specifiers.type != nullptr && !specifiers.type->is_void()) {
      checker_.suppress_name(text.name);
    }
    return false;
  }
  if (text.name.empty()) {
    error_here("expected a name, here is " + describe_here());
    return false;
  }
  if (is("(") && peek(1).is(")")) {
    error(text.span, "a function cannot be declared inside a kernel",
          "write its body where it is needed");
    return false;
  }
  if (text.type->is_pointer() && text.type->element->is_pointer()) {
    error(text.span, "pointers to pointers are not supported yet", "use one flat array");
    checker_.suppress_name(text.name);
    return false;
  }
  if (text.type->is_void() && !specifiers.is_auto) {
    error(text.span, "a variable cannot be void");
    return false;
  }
  if (specifiers.is_shared) {
    declare_shared(specifiers, text);
    return true;
  }
  if (specifiers.is_extern) {
    error(specifiers.span, "extern stands for dynamic shared memory only",
          "write extern __shared__ float name[];");
    return false;
  }
  return parse_initializer(specifiers, text, declaration);
}

void Parser::declare_shared(const Specifiers& specifiers, const DeclaratorText& text) {
  if (specifiers.is_auto)
    return error(specifiers.span, "a __shared__ variable cannot be auto", "write its type");
  if (specifiers.is_extern) {
    if (!text.has_open_extent || !text.type->element || text.type->element->is_array()) {
      error(text.span, "dynamic shared memory is an array without a size, of one dimension",
            "write extern __shared__ float " + text.name + "[];");
      checker_.suppress_name(text.name);
      return;
    }
    checker_.declare_dynamic_shared(text.name, text.span, text.type->element);
  } else if (text.has_open_extent) {
    error(text.span, "the shared array '" + text.name + "' has no size",
          "write its size, or extern __shared__ before it for one that the launch gives");
    checker_.suppress_name(text.name);
  } else if (specifiers.has_alignment) {
    error(specifiers.span, "__align__ is not supported yet for shared arrays", "remove it");
    checker_.suppress_name(text.name);
  } else {
    checker_.declare(text.name, text.span, text.type, Storage::kShared);
  }
  if (is("=") || is("{")) {
    error_here("a shared variable cannot have an initial value",
               "let the threads store it, then call __syncthreads()");
    while (!at_end() && !is(";") && !is("}")) ++at_;
    accept("}");
  }
}

bool Parser::parse_initializer(const Specifiers& specifiers, DeclaratorText& text,
                               Declaration& declaration) {
  operators_ = 0;
  if (text.type->is_array()) return parse_array_initializer(text, declaration);
  return parse_scalar_initializer(specifiers, text, declaration);
}

// initializer := "=" assignment | "=" "{" [assignment] "}" | "(" expression ")" | "{" [assignment]
// "}"
bool Parser::parse_scalar_initializer(const Specifiers& specifiers, DeclaratorText& text,
                                      Declaration& declaration) {
  Declarator declarator;
  if (!specifiers.is_auto)
    declarator.variable = checker_.declare(text.name, text.span, text.type, Storage::kLocal);
  ExprPtr parsed;
  std::string_view close;
  const bool has_equals = accept("=");
  declarator.has_initializer = has_equals || is("(") || is("{");
  if (is("{") || (is("(") && !has_equals)) {
    close = is("{") ? "}" : ")";
    const Span open = peek().span;
    ++at_;
    if (is(close) && close == "}")
      parsed = zero_of(text.type, open);
    else
      parsed = parse_assignment();
  } else if (has_equals) {
    parsed = parse_assignment();
  }
  const bool is_parsed = parsed || !declarator.has_initializer;
  if (specifiers.is_auto) {
    ExprPtr value = checker_.value(std::move(parsed));
    if (!declarator.has_initializer)
      error(text.span, "auto needs an initial value", "write the type");
    if (!value) {
      checker_.suppress_name(text.name);
    } else {
      text.type = checker_.types().with_const(value->type, specifiers.is_const);
      declarator.variable = checker_.declare(text.name, text.span, text.type, Storage::kLocal);
      declarator.value = std::move(value);
    }
  } else if (parsed) {
    declarator.value = checker_.value_as(std::move(parsed), text.type);
  }
  if (text.type->is_const && !declarator.has_initializer) {
    error(text.span, "'" + text.name + "' is const and has no value", "give it one: = ...");
  }
  const bool may_fold =
      text.type->is_const && declarator.value && !address_taken_.contains(text.name);
  const bool is_constant =
      may_fold && checker_.make_constant(*declarator.variable, *declarator.value);
  declarator.has_initializer = declarator.value != nullptr;
  if (!is_constant && declarator.variable != nullptr)
    declaration.declarators.push_back(std::move(declarator));
  if (is_parsed && !close.empty()) return expect(close, "after the initial value");
  return is_parsed;
}

// initializer := ["="] elements
bool Parser::parse_array_initializer(DeclaratorText& text, Declaration& declaration) {
  Declarator declarator;
  const bool has_equals = accept("=");
  declarator.has_initializer = is("{");
  if (has_equals && !is("{")) {
    if (peek().kind == TokenKind::kString)
      error_here("strings are not supported in a kernel", "write {'a', 'b'}");
    else
      error_here("an array is initialised by a list",
                 "write = {1, 2, 3}; an array cannot be copied as a whole");
  }
  bool is_fine = !has_equals || declarator.has_initializer;
  if (is_fine && declarator.has_initializer)
    is_fine = parse_elements(text.type, declarator.elements);
  if (text.has_open_extent) {
    const uint64_t row = text.type->element->is_array()
                             ? size_of(text.type->element) / size_of(innermost(text.type))
                             : 1;
    const uint64_t count = (declarator.elements.size() + row - 1) / row;
    if (count == 0) {
      if (is_fine)
        error(text.span, "the array '" + text.name + "' has no size",
              "write " + text.name + "[COUNT]");
      checker_.suppress_name(text.name);
      return is_fine;
    }
    text.type = checker_.types().array_of(text.type->element, count);
  }
  declarator.variable = checker_.declare(text.name, text.span, text.type, Storage::kLocal);
  if (!is_fine) return false;
  declaration.declarators.push_back(std::move(declarator));
  return true;
}

// elements := "{" [(elements | assignment) ("," ...)* [","]] "}"
// Fills in row-major order; an inner list that is too short is made up with zeros.
bool Parser::parse_elements(const Type* array, std::vector<ExprPtr>& elements) {
  if (!enter_nesting()) {
    leave_nesting();
    return false;
  }
  const Span open = peek().span;
  const size_t start = elements.size();
  const Type* scalar = innermost(array);
  const uint64_t row = array->element->is_array() ? size_of(array->element) / size_of(scalar) : 1;
  const uint64_t most = array->count == 0 ? kLargestArray : array->count * row;
  ++at_;
  bool is_fine = true;
  while (is_fine && !is("}") && !at_end()) {
    const uint64_t filled = elements.size() - start;
    if (filled >= most) {
      error_here("more values than the array has elements (" + std::to_string(most) + ")");
      is_fine = false;
    } else if (is("{") && array->element->is_array()) {
      is_fine = parse_elements(array->element, elements);
      while (is_fine && (elements.size() - start) % row != 0) {
        elements.push_back(checker_.value_as(zero_of(scalar, open), scalar));
      }
    } else {
      operators_ = 0;
      ExprPtr value = parse_assignment();
      is_fine = value != nullptr;
      if (is_fine) elements.push_back(checker_.value_as(std::move(value), scalar));
      if (is_fine && elements.back() == nullptr)
        elements.back() = zero_of(scalar, open);  // reported already
    }
    if (!accept(",")) break;
  }
  is_fine = is_fine && expect("}", "after the values of the array");
  // No statement lies between the braces: the next one begins behind a `;`.
  while (!is_fine && !at_end() && !is(";") && !is_keyword(peek().text)) ++at_;
  leave_nesting();
  return is_fine;
}

const Type* Parser::innermost(const Type* type) {
  while (type->is_array()) type = type->element;
  return type;
}

ExprPtr Parser::zero_of(const Type* type, Span span) {
  auto literal = std::make_unique<Literal>();
  TypeTable& types = checker_.types();
  literal->type =
      type->is_scalar() ? types.with_const(type, false) : types.pointer_to(types.void_type());
  literal->span = span;
  return literal;
}

}  // namespace warplens::lang
