// Declarations inside functions, and initialisers. Every declarator is checked as it is read, since
// the next one may use it.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::lang {

// declaration := specifiers declarator ["=" initializer] ("," ...)* ";"
StmtPtr Parser::parse_declaration() {
  if (is("using") || is("namespace") || is("static_assert") || is("typedef"))
    return parse_local_type();
  auto declaration = std::make_unique<Declaration>();
  const size_t begin = at_;
  const size_t errors = reporter_.count();
  Specifiers specifiers;
  const bool is_definition = is("struct") || is("class") || is("union") || is("enum");
  const bool is_union = is("union") && is_anonymous_record();
  bool is_fine = parse_specifiers(specifiers);
  if (is_fine && is_union && accept(";")) {
    declare_members(specifiers, *declaration);
    declaration->span = base::join(tokens_[begin].span, previous().span);
    return declaration;
  }
  if (is_fine && is_definition && accept(";")) return nullptr;
  // A constant of a function that kernels call, too, is made anew by each call.
  const bool is_constant = specifiers.is_constexpr || specifiers.is_const;
  const bool is_lasting = specifiers.is_static && !specifiers.is_shared &&
                          (!is_constant || (names_.is_host() && !names_.is_for_kernels()));
  if (is_fine && is_lasting && !names_.is_host()) {
    unsupported(tokens_[begin].span, say("static variables are not supported in a kernel"),
                say("use a plain or a __shared__ variable"));
  }
  if (is_fine && is(";")) {
    error(specifiers.span, say("a declaration without a name"));
    is_fine = false;
  }
  while (is_fine) {
    is_fine = parse_one_variable(specifiers, *declaration);
    if (!is_fine || !accept(",")) break;
  }
  if (is_fine)
    expect_semicolon(sentence("after this declaration"));
  else
    skip_statement();
  if (!is_fine && reporter_.count() == errors) return nullptr;
  declaration->span = base::join(tokens_[begin].span, previous().span);
  if (is_lasting && names_.is_host()) make_static(*declaration);
  return declaration;
}

// The members of a union without a name, as variables of the block: each refers to its own in a
// variable of the union's type.
void Parser::declare_members(const Specifiers& specifiers, Declaration& declaration) {
  const Span span = specifiers.span;
  const std::string whole = "(union " + std::to_string(span.begin) + ")";
  Declarator& object = declaration.declarators.emplace_back();
  object.variable = checker_.declare(whole, span, specifiers.type, Storage::kLocal);
  if (!checker_.initialize_variable(object, nullptr, span)) return;
  for (const Field& field : specifiers.type->record->fields) {
    auto name = std::make_unique<VariableRef>();
    name->name = whole;
    name->span = field.span;
    auto member = std::make_unique<Member>();
    member->name = field.name;
    member->span = member->name_span = field.span;
    member->object = std::move(name);
    Declarator declarator;
    const Type* pointer = checker_.types().pointer_to(field.type);
    declarator.variable = checker_.declare(field.name, field.span, pointer, Storage::kLocal);
    declarator.variable->is_reference = true;
    if (!checker_.initialize_variable(declarator, std::move(member), field.span)) return;
    declaration.declarators.push_back(std::move(declarator));
  }
}

// A static variable of a host function is initialised once: by the bytes that it begins with, or
// where it is declared; behind that, what has it end when the program does.
void Parser::make_static(Declaration& declaration) {
  std::vector<Declarator> declarators;
  for (Declarator& declarator : declaration.declarators) {
    Variable& variable = *declarator.variable;
    if (variable.storage == Storage::kConstant) continue;  // its value takes its place
    variable.storage = Storage::kHost;
    declarator.destructors.clear();
    Span unknown;
    const bool is_constructed = declarator.constructor || !declarator.constructors.empty();
    const bool is_known = !variable.is_reference && !is_constructed &&
                          names_.write_image(declarator, variable, &unknown);
    if (!is_known) {
      variable.initial.clear();
      declarators.push_back(std::move(declarator));
    }
    if (ExprPtr end = checker_.end_at_exit(variable)) {
      Declarator& behind = declarators.emplace_back();
      behind.variable = unnamed_flag(variable.span);
      behind.constructor = std::move(end);
    }
  }
  declaration.declarators = std::move(declarators);
  if (!declaration.declarators.empty()) declaration.guard = unnamed_flag(declaration.span);
}

Variable* Parser::unnamed_flag(Span span) {
  const Type* type = checker_.types().scalar(base::Scalar::kBool);
  return checker_.declare("", span, type, Storage::kHost);
}

bool Parser::parse_one_variable(const Specifiers& specifiers, Declaration& declaration) {
  DeclaratorText text;
  text.may_be_counted = names_.is_host() && !specifiers.is_shared;
  if (!parse_declarator(specifiers, text)) {
    // The name becomes known anyway, so that its uses are not reported as well.
    if (!text.name.empty() && specifiers.type != nullptr && !specifiers.type->is_void()) {
      checker_.suppress_name(text.name);
    }
    return false;
  }
  if (text.name.empty()) {
    error_here(say("expected a name, found {found}", "found"_a = describe_here()));
    return false;
  }
  if (is("(") && peek(1).is(")")) {
    error(text.span, say("a function cannot be declared inside a kernel"),
          say("write its body where it is needed"));
    return false;
  }
  if (text.type->is_void() && !specifiers.is_auto) {
    error(text.span, say("a variable cannot be void"));
    return false;
  }
  if (specifiers.is_constexpr && !text.is_reference)
    text.type = checker_.types().with_const(text.type, true);
  if (!specifiers.is_auto && !text.is_reference && !names_.complete(text.type, text.span)) {
    checker_.suppress_name(text.name);
    return false;
  }
  if (specifiers.is_shared) {
    declare_shared(specifiers, text);
    return true;
  }
  if (specifiers.is_extern) {
    error(specifiers.span, say("extern is for dynamic shared memory only"),
          say("write extern __shared__ float name[];"));
    return false;
  }
  if (specifiers.deduced == nullptr) return parse_initializer(specifiers, text, declaration);
  Specifiers known = specifiers;
  known.type = parse_deduced(*specifiers.deduced);
  if (known.type == nullptr || !names_.complete(known.type, text.span)) {
    checker_.suppress_name(text.name);
    return false;
  }
  known.is_auto = false;
  text.type = qualified(known.type, known);
  return parse_initializer(known, text, declaration);
}

void Parser::declare_shared(const Specifiers& specifiers, const DeclaratorText& text) {
  if (specifiers.is_auto)
    return error(specifiers.span, say("a __shared__ variable cannot be auto"),
                 say("write its type"));
  if (specifiers.is_extern) {
    checker_.declare_dynamic_shared(text.name, text.span, text.type);
  } else if (text.has_open_extent) {
    error(text.span, say("the shared array '{name}' has no size", "name"_a = text.name),
          say("write its size, or extern __shared__ before it for one that the launch gives"));
    checker_.suppress_name(text.name);
  } else {
    checker_.declare(text.name, text.span, text.type, Storage::kShared);
  }
  if (is("=") || is("{")) {
    error_here(say("a shared variable cannot have an initial value"),
               say("let the threads store it, then call __syncthreads()"));
    while (!at_end() && !is(";") && !is("}")) ++at_;
    accept("}");
  }
}

bool Parser::parse_initializer(const Specifiers& specifiers, DeclaratorText& text,
                               Declaration& declaration) {
  operators_ = 0;
  if (text.counted_at != 0) return declare_counted_array(text, declaration);
  if (!text.bindings.empty()) return parse_bindings(specifiers, text, declaration);
  if (text.is_reference) return parse_reference(specifiers, text, declaration);
  const Type* innermost_type = array_base(text.type);
  if (innermost_type->is_record()) return parse_object(text, declaration);
  if (text.type->is_array()) return parse_array_initializer(text, declaration);
  return parse_scalar_initializer(specifiers, text, declaration);
}

// initializer := "=" clause | "(" arguments ")" | list; null if there is none, or after a mistake.
ExprPtr Parser::parse_object_initializer() {
  if (accept("=")) return parse_initializer_clause();
  if (accept("(")) return parse_initializer_list(")");
  return is("{") ? parse_initializer_clause() : nullptr;
}

// Variables of record type, and arrays of records.
bool Parser::parse_object(const DeclaratorText& text, Declaration& declaration) {
  const bool has_value = is("=") || is("{") || is("(");
  Declarator declarator;  // its name is known to its own initial value
  declarator.variable = checker_.declare(text.name, text.span, text.type, Storage::kLocal);
  ExprPtr parsed = parse_object_initializer();
  if (parsed && text.has_open_extent) {
    const Type* element = text.type->element;
    const uint64_t count = checker_.elements_of_list(*parsed, element);
    declarator.variable->type = checker_.types().array_of(element, count);
  }
  if (has_value && !parsed) return false;
  if (checker_.initialize_variable(declarator, std::move(parsed), text.span)) {
    declaration.declarators.push_back(std::move(declarator));
  }
  return true;
}

// initializer := "=" assignment | "(" assignment ")" | "{" assignment "}"
bool Parser::parse_reference(const Specifiers& specifiers, const DeclaratorText& text,
                             Declaration& declaration) {
  if (!is("=") && !is("(") && !is("{")) {
    error(text.span, say("the reference '{name}' refers to nothing", "name"_a = text.name),
          say("say what it refers to: = variable"));
    checker_.suppress_name(text.name);
    return false;
  }
  const std::string_view close = is("(") ? ")" : is("{") ? "}" : "";
  ++at_;
  ExprPtr parsed = parse_assignment();
  const bool is_parsed = parsed != nullptr;
  const Type* referred = specifiers.is_auto ? nullptr : text.type;
  ExprPtr pointer = checker_.bind_reference(std::move(parsed), referred, text.takes_temporaries);
  if (!pointer) {
    checker_.suppress_name(text.name);
  } else {
    TypeTable& types = checker_.types();
    const Type* element = pointer->type->element;
    element = qualified(element, specifiers);
    Declarator declarator;
    declarator.variable =
        checker_.declare(text.name, text.span, types.pointer_to(element), Storage::kLocal);
    declarator.variable->is_reference = true;
    declarator.has_initializer = true;
    declarator.value = std::move(pointer);
    Checker::extend_lifetime(declarator);
    declaration.declarators.push_back(std::move(declarator));
  }
  if (is_parsed && !close.empty())
    return expect(close, sentence("after what the reference refers to"));
  return is_parsed;
}

// local_name := "static_assert" "(" ... ")" | "using" ... | "namespace" name "=" owner
//             | "typedef" declaration
StmtPtr Parser::parse_local_type() {
  const size_t begin = at_;
  if (accept("static_assert")) {
    parse_static_assert();
    expect_semicolon(sentence("after static_assert"));
    return nullptr;
  }
  if (is("using") || is("namespace")) {
    if (parse_using()) {
      if (!accept(";")) report_no_semicolon(say("after {code}", "code"_a = tokens_[begin].text));
    } else {
      skip_statement();
    }
    return nullptr;
  }
  Specifiers specifiers;
  bool is_fine = parse_specifiers(specifiers) && specifiers.type != nullptr;
  while (is_fine) {
    DeclaratorText text;
    is_fine = parse_declarator(specifiers, text);
    if (is_fine) names_.declare_type(text.name, named_by(text), text.span);
    if (!accept(",")) break;
  }
  if (!is_fine) {
    skip_statement();
  } else if (!accept(";")) {
    report_no_semicolon(say("after {code}", "code"_a = unit_.file.slice(tokens_[begin].span)));
  }
  return nullptr;
}

// using := "using" (name "=" type | "namespace" owner | owner "::" name) | "namespace" name "="
// owner
bool Parser::parse_using() {
  const bool is_namespace = is("namespace");
  ++at_;
  const Token name = peek();
  if (!is_namespace && peek(1).is("=")) {
    at_ += 2;
    const TemplateArgument meant = parse_type_argument();
    if (meant.type != nullptr) names_.declare_type(std::string(name.text), meant, name.span);
    return meant.type != nullptr;
  }
  const bool is_whole = accept("namespace");
  if (is_namespace) at_ += 2;
  std::string owner;
  while (peek().is_identifier() || is("::")) {
    owner += peek().text;
    ++at_;
  }
  if (is_whole) {
    names_.use_local_namespace(owner);
  } else if (is_namespace) {
    names_.declare_local_alias(std::string(name.text), owner, true, name.span);
  } else {
    const size_t last = owner.rfind("::");
    if (last == std::string::npos) return false;
    names_.declare_local_alias(owner.substr(last + 2), owner, false, name.span);
  }
  return true;
}

// Whether all variables in it are const: its value may be known, though not to us.
static bool names_only_constants(const Expr& expr) {
  return !any_part(expr, [](const Expr& part) {
    return part.kind == ExprKind::kVariable && !as<VariableRef>(part).variable->type->is_const;
  });
}

// static_assert := "static_assert" "(" condition ["," string] ")"
bool Parser::parse_static_assert() {
  const Span place = previous().span;
  if (!expect("(", sentence("after static_assert"))) return false;
  operators_ = 0;
  const ExprPtr checked = checker_.condition(parse_conditional());
  const std::optional<Constant> condition = checked ? checker_.evaluate(*checked) : std::nullopt;
  const bool is_constant = checked && (condition || names_only_constants(*checked));
  if (checked && !is_constant) {
    error(checked->span, say("the condition of static_assert must be known before the kernel runs"),
          say("use a number, a #define or a constexpr int"));
  }
  std::string message;
  if (accept(",")) {
    while (peek().kind == TokenKind::kString) {
      const std::string_view text = peek().text;
      message += text.size() >= 2 ? text.substr(1, text.size() - 2) : text;
      ++at_;
    }
  }
  if (condition && !condition->is_true()) {
    const bool is_own = unit_.file.is_own(place.begin);  // of the others the message is ours
    error(place, message.empty() ? say("this static_assert does not hold")
                 : is_own ? say("this static_assert does not hold: {text}", "text"_a = message)
                          : std::string(base::translated(message)));
  }
  if (!accept(")")) skip_parentheses();
  return is_constant;
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
    const size_t length = expansion_length(false);
    if (length != 0) {  // of a pack with at most one element
      const bool is_fine = expands(length, [&] {
        parsed = parse_assignment();
        return parsed != nullptr;
      });
      if (is_fine && !parsed) parsed = zero_of(text.type, open);
    } else if (is(close) && close == "}") {
      parsed = zero_of(text.type, open);
    } else {
      parsed = parse_assignment();
    }
  } else if (has_equals) {
    parsed = parse_assignment();
  }
  const bool is_parsed = parsed || !declarator.has_initializer;
  if (specifiers.is_auto) {
    ExprPtr value = checker_.copied(checker_.value(std::move(parsed)));
    if (!declarator.has_initializer)
      error(text.span, say("auto needs an initial value"), say("write the type"));
    if (!value) {
      checker_.suppress_name(text.name);
    } else {
      text.type = qualified(value->type, specifiers);
      if (specifiers.is_constexpr) text.type = checker_.types().with_const(text.type, true);
      declarator.variable = checker_.declare(text.name, text.span, text.type, Storage::kLocal);
      checker_.take_initial(declarator, std::move(value));
      checker_.add_destructors_of(*declarator.variable, declarator.destructors);
    }
  } else if (parsed) {
    declarator.value = checker_.value_as(std::move(parsed), text.type);
  }
  if (text.type->is_const && !declarator.has_initializer) {
    error(text.span, say("'{name}' is const and has no value", "name"_a = text.name),
          say("give it one: = ..."));
  }
  const bool may_fold = text.type->is_const && !text.type->is_volatile && declarator.value &&
                        !address_taken_.contains(text.name);
  const bool is_constant =
      may_fold && checker_.make_constant(*declarator.variable, *declarator.value);
  declarator.has_initializer = declarator.value != nullptr || declarator.constructor != nullptr;
  if (!is_constant && declarator.variable != nullptr)
    declaration.declarators.push_back(std::move(declarator));
  if (is_parsed && !close.empty()) return expect(close, sentence("after the initial value"));
  return is_parsed;
}

// initializer := ["="] elements
bool Parser::parse_array_initializer(DeclaratorText& text, Declaration& declaration) {
  Declarator declarator;
  const bool has_equals = accept("=");
  declarator.has_initializer = is("{");
  if (has_equals && !is("{")) {
    if (peek().kind == TokenKind::kString) return parse_characters(text, declaration);
    error_here(say("an array is initialised by a list"),
               say("write = {{1, 2, 3}}; an array cannot be copied as a whole"));
  }
  bool is_fine = !has_equals || declarator.has_initializer;
  if (is_fine && declarator.has_initializer)
    is_fine = parse_elements(text.type, declarator.elements);
  if (text.has_open_extent) {
    const uint64_t row = text.type->element->is_array()
                             ? size_of(text.type->element) / size_of(array_base(text.type))
                             : 1;
    const uint64_t count = (declarator.elements.size() + row - 1) / row;
    if (count == 0) {
      if (is_fine)
        error(text.span, say("the array '{name}' has no size", "name"_a = text.name),
              say("write {name}[COUNT]", "name"_a = text.name));
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

// An array of g++ whose size only execution knows: a pointer to memory that ends with its block.
// Where it has a list, the elements behind that are zero.
bool Parser::declare_counted_array(const DeclaratorText& text, Declaration& declaration) {
  const auto call_of = [&](const char* name, ExprPtr argument) {
    auto call = std::make_unique<Call>();
    call->name = name;
    call->name_span = call->span = text.span;
    call->arguments.push_back(std::move(argument));
    return call;
  };
  const auto allocated = [&](std::unique_ptr<Call> call) {
    call->has_template_arguments = true;
    call->template_arguments.emplace_back().type = checker_.types().unqualified(text.type);
    return call;
  };
  const size_t behind = std::exchange(at_, text.counted_at);
  ExprPtr count = parse_conditional();
  at_ = behind;
  accept("=");
  ExprPtr list = is("{") ? parse_initializer_clause() : nullptr;
  const bool has_list = list && !as<Construct>(*list).elements.empty();
  auto memory = allocated(call_of(has_list ? "warplens_new_raw"
                                  : list   ? "warplens_new_zeros"
                                           : "warplens_new_array",
                                  std::move(count)));
  if (has_list) {
    memory = allocated(call_of("new[]", std::move(memory)));
    memory->arguments.push_back(std::move(list));
  }
  const Type* pointer = checker_.types().pointer_to(text.type);
  Declarator declarator;
  declarator.value = checker_.value_as(std::move(memory), pointer);
  declarator.has_initializer = true;
  declarator.variable = checker_.declare(text.name, text.span, pointer, Storage::kLocal);
  declarator.variable->is_counted_array = true;
  auto name = std::make_unique<VariableRef>();
  name->name = text.name;
  name->span = text.span;
  ExprPtr end = checker_.discarded(call_of("warplens_delete_array", std::move(name)));
  if (!declarator.value || !end) return false;
  declarator.destructors.push_back(std::move(end));
  declaration.declarators.push_back(std::move(declarator));
  return true;
}

// char name[] = "text";
bool Parser::parse_characters(DeclaratorText& text, Declaration& declaration) {
  const ExprPtr parsed = parse_string();
  if (!parsed) return false;
  const Type* element = text.type->element;
  if (text.has_open_extent) {
    const uint64_t count = checker_.elements_of_list(*parsed, element);
    text.type = checker_.types().array_of(element, count);
  }
  Declarator declarator;
  declarator.has_initializer = true;
  if (!checker_.add_characters(*parsed, text.type, declarator.elements)) return false;
  declarator.variable = checker_.declare(text.name, text.span, text.type, Storage::kLocal);
  declaration.declarators.push_back(std::move(declarator));
  return true;
}

// Always false.
bool Parser::report_no_room(uint64_t most) {
  error_here(say("more values than the array has elements ({most})", "most"_a = most));
  return false;
}

// elements := "{" [(elements | assignment) ("," ...)* [","]] "}"
// Fills in row-major order; an inner list that is too short is padded with zeros.
bool Parser::parse_elements(const Type* array, std::vector<ExprPtr>& elements) {
  if (!enter_nesting()) {
    leave_nesting();
    return false;
  }
  const Span open = peek().span;
  const size_t start = elements.size();
  const Type* scalar = array_base(array);
  const uint64_t row = array->element->is_array() ? size_of(array->element) / size_of(scalar) : 1;
  const uint64_t most = array->count == 0 ? kLargestArray : array->count * row;
  ++at_;
  bool is_fine = true;
  const auto parse_element = [&] {
    if (elements.size() - start >= most) return report_no_room(most);
    operators_ = 0;
    ExprPtr value = parse_assignment();
    if (!value) return false;
    elements.push_back(checker_.value_as(std::move(value), scalar));
    if (elements.back() == nullptr) elements.back() = zero_of(scalar, open);  // reported already
    return true;
  };
  while (is_fine && !is("}") && !at_end()) {
    const uint64_t filled = elements.size() - start;
    if (filled >= most) {
      is_fine = report_no_room(most);
    } else if (peek().kind == TokenKind::kString && array->element->is_array()) {
      const ExprPtr string = parse_string();
      is_fine = string && checker_.add_characters(*string, array->element, elements);
    } else if (is("{") && array->element->is_array()) {
      is_fine = parse_elements(array->element, elements);
      while (is_fine && (elements.size() - start) % row != 0) {
        elements.push_back(checker_.value_as(zero_of(scalar, open), scalar));
      }
    } else if (const size_t length = expansion_length(false); length != 0) {
      is_fine = expands(length, parse_element);
    } else {
      is_fine = parse_element();
    }
    if (!accept(",")) break;
  }
  is_fine = is_fine && expect("}", sentence("after the values of the array"));
  // There are no statements between the braces: the next one begins after a `;`.
  while (!is_fine && !at_end() && !is(";") && !is_keyword(peek().text)) ++at_;
  leave_nesting();
  return is_fine;
}

ExprPtr Parser::zero_of(const Type* type, Span span) {
  auto literal = std::make_unique<Literal>();
  TypeTable& types = checker_.types();
  literal->type = type->is_scalar() ? types.unqualified(type) : types.pointer_to(types.void_type());
  literal->span = span;
  return literal;
}

}  // namespace warplens::lang
