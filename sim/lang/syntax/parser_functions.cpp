// Functions and kernels: heads, and the bodies of those that are used.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kMostParameterBytes = 32'764;  // since CUDA 12.1

}  // namespace

// head := specifiers type name "(" parameters ")" ["const"] ["->" type]
bool Parser::parse_function_head(FunctionEntity& function) {
  if (function.is_call_operator) return parse_lambda_head(function);
  if (function.is_implicit) {
    function.is_noexcept = true;
    return true;
  }
  const bool is_named = function.is_kernel
                            ? parse_kernel_name(function)
                            : parse_return_type(function) && parse_function_name(function);
  if (!is_named) return false;
  ++at_;  // the `(`
  const bool is_fine = parse_parameters(function);
  if (function.is_inherited) name_inherited_parameters(function);
  // What follows, and a result's type, say nothing about a template's arguments.
  if (names_.is_pattern()) return is_fine;
  return parse_behind_parameters(function) && is_fine;
}

bool Parser::parse_behind_parameters(FunctionEntity& function) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    if (accept("const")) function.is_const = goes_on = true;
    if (function.is_call_operator && accept("mutable")) {
      function.is_const = false;
      goes_on = true;
    }
    if (accept("override") || accept("final")) goes_on = true;
    if (accept("&") || accept("&&")) goes_on = true;  // of the object that it is called for
    if (accept("noexcept")) {
      goes_on = true;
      function.is_noexcept = !is("(") || parse_noexcept_condition(function);
    }
    if (is("->")) {
      if (!parse_trailing_type(function)) return false;
      goes_on = true;
    }
  }
  function.parameters_end = at_;
  return true;
}

// "(" condition ")", which may name the parameters; false if it is not known.
bool Parser::parse_noexcept_condition(const FunctionEntity& function) {
  const size_t end = tokens_.behind_bracket(at_, stop_);
  const size_t errors = reporter_.count();
  ++at_;
  Function scratch;
  const Reporter::Trial trial(reporter_);
  const Checker::FunctionState outer = checker_.begin_function(&scratch);
  declare_parameters(function, scratch);
  const ExprPtr condition = checker_.condition(parse_conditional());
  const std::optional<Constant> known = condition ? checker_.evaluate(*condition) : std::nullopt;
  checker_.end_function(unit_.file.end(), outer);
  reporter_.forget_after(errors);
  at_ = end;
  return known && known->is_true();
}

// trailing_type := "->" type, which may name the parameters
bool Parser::parse_trailing_type(FunctionEntity& function) {
  ++at_;
  if (is("auto") || (is("decltype") && peek(2).is("auto"))) {
    at_ += is("auto") ? 1 : 4;
    return true;
  }
  Function scratch;
  const Checker::FunctionState outer = checker_.begin_function(&scratch);
  declare_parameters(function, scratch);
  const TemplateArgument result = parse_type_argument();
  checker_.end_function(unit_.file.end(), outer);
  function.return_type = result.type;
  function.returns_reference = result.reference != Reference::kNone;
  function.returns_value_reference = result.reference == Reference::kValue;
  return result.type != nullptr;
}

// Up to the `(` after a kernel's name. Specifiers that a kernel cannot have are reported and
// skipped.
bool Parser::parse_kernel_name(FunctionEntity& function) {
  bool is_void = false;
  function.return_type = checker_.types().void_type();
  while (!at_end() && !(peek().is_identifier() && (peek(1).is("(") || peek(1).is("<")) &&
                        !is_keyword(peek().text) && !is_type_word(peek().text))) {
    if (is("void")) is_void = true;
    if (is("__device__") || is("__host__")) {
      error_here(say("a kernel is __global__ only, not {word} as well", "word"_a = peek().text));
    }
    if (is_one_of(peek(),
                  {"__launch_bounds__", "__attribute__", "__maxnreg__", "__cluster_dims__"})) {
      const bool is_bound = is("__launch_bounds__");
      const std::optional<Refusal> refusal = refused_keyword(peek().text);
      size_t behind = 2;  // of __cluster_dims__(1, 1, 1), which is nothing special
      while (peek(behind).text == "1" || peek(behind).is(",")) ++behind;
      if (refusal && !peek(behind).is(")")) unsupported_here(refusal->message, refusal->hint);
      at_ += 2;
      if (is_bound) function.most_threads = parse_launch_bound();
      skip_parentheses();
      continue;
    }
    if (is("(") || is("{")) {
      error_here(say("expected the kernel's name, found {found}", "found"_a = describe_here()),
                 say("a kernel is written __global__ void name(float* a, int n) {{ ... }}"));
      return false;
    }
    ++at_;
  }
  if (at_end()) {
    error_here(say("expected a kernel"),
               say("write __global__ void name(float* a, int n) {{ ... }}"));
    return false;
  }
  function.span = peek().span;
  if (!is_void)
    error(function.span, say("a kernel returns void"),
          say("write __global__ void {name}(...)", "name"_a = function.name));
  while (!at_end() && !is("(")) ++at_;  // a specialisation's arguments
  return true;
}

// The most threads of a block; 0 where it is not known.
uint32_t Parser::parse_launch_bound() {
  const size_t errors = reporter_.count();
  const Reporter::Trial trial(reporter_);
  const std::optional<Constant> bound =
      checker_.constant_integer(parse_conditional(), label("a launch bound"));
  reporter_.forget_after(errors);
  return bound ? static_cast<uint32_t>(bound->bits) : 0;
}

bool Parser::parse_return_type(FunctionEntity& function) {
  Specifiers specifiers;
  if (names_.is_pattern()) {
    while (!at_end() && peek().span != function.span) ++at_;
    return true;
  }
  if (function.is_constructor) {
    while (!at_end() && !(is(function.name) && (peek(1).is("(") || peek(1).is("::")))) ++at_;
    function.return_type = checker_.types().void_type();
    return true;
  }
  if (function.name == "~") {
    while (!at_end() && !is("~")) ++at_;
    function.return_type = checker_.types().void_type();
    return true;
  }
  if (function.is_conversion) {
    while (!at_end() && !is("operator")) ++at_;
    function.span = peek().span;
    ++at_;
  }
  if (!parse_specifiers(specifiers)) return false;
  function.is_forced_out = specifiers.is_forced_out;
  if (specifiers.type == nullptr) {
    function.returns_reference = parse_reference_mark(Reference::kNone) == Reference::kPlace;
    return true;  // auto
  }
  const Type* type = specifiers.type;
  type = qualified(type, specifiers);
  type = parse_pointers(type);
  const Reference reference = parse_reference_mark(specifiers.reference);
  function.returns_reference = reference != Reference::kNone;
  function.returns_value_reference = reference == Reference::kValue;
  function.return_type =
      function.returns_reference || type->is_pointer() ? type : checker_.types().unqualified(type);
  return true;
}

// [owner "::"] name ["<" arguments ">"], up to the `(`
bool Parser::parse_function_name(FunctionEntity& function) {
  while (!at_end() && !is("(")) {
    if (is("operator") || is(function.name)) function.span = peek().span;
    if (is("operator") && peek(1).is("(")) at_ += 2;  // operator()
    ++at_;
  }
  if (!at_end()) return true;
  error_here(
      say("expected '(' after the function's name, found {found}", "found"_a = describe_here()));
  return false;
}

bool Parser::parse_parameters(FunctionEntity& function) {
  if (accept(")")) return true;
  if (is("void") && peek(1).is(")")) {
    at_ += 2;
    return true;
  }
  bool is_fine = true;
  while (!at_end()) {
    const bool is_parameter = parse_parameter(function);
    is_fine &= is_parameter;
    if (accept(",")) continue;
    if (accept(")")) return is_fine;
    if (is_parameter) {
      error_here(
          say("expected ',' or ')' after a parameter, found {found}", "found"_a = describe_here()));
    }
    is_fine = false;
    skip_value();
    if (accept(")") || is("{")) return false;
    if (!accept(",")) return false;
  }
  return is_fine;
}

// parameter := "..." | one_parameter, whose name may have `...` before it: a pack
bool Parser::parse_parameter(FunctionEntity& function) {
  if (is("...") && names_.is_program() && !function.is_kernel) {
    function.is_variadic = true;
    ++at_;
    return true;
  }
  if (is("...")) {
    error_here(function.is_kernel ? say("a kernel has a fixed number of parameters")
                                  : say("a function has a fixed number of parameters"));
    ++at_;
    return false;
  }
  if (const size_t length = expansion_length(true); length != 0)
    return parse_parameter_pack(function, length);
  if (!names_.is_pattern()) return parse_one_parameter(function);
  const size_t begin = at_;
  const size_t errors = reporter_.count();
  if (parse_one_parameter(function)) return true;
  // Its type depends on arguments that are not known yet.
  reporter_.forget_after(errors);
  at_ = begin;
  skip_parameter();
  function.parameters.emplace_back();
  function.texts.push_back({tokens_[begin].span, {}});
  return true;
}

void Parser::skip_parameter() {
  half_closed_ = false;
  while (!at_end() && !is(",") && !is(")")) {
    const size_t angles = behind_angles(0, true);
    if (angles != 0)
      at_ += angles;
    else if (is("(") || is("[") || is("{"))
      at_ = tokens_.behind_bracket(at_, stop_);
    else
      ++at_;
  }
}

// parameter_pack := specifiers pointers "..." [name], of which the part before `...` is `length`
// tokens long
bool Parser::parse_parameter_pack(FunctionEntity& function, size_t length) {
  const size_t begin = at_, first = function.parameters.size();
  const Token& last = peek(length + 1);
  const bool is_named = last.is_identifier();
  // What a pack of auto is named after its place among the parameters.
  const Entity* const generic = function.is_call_operator
                                    ? names_.find_pack(generic_parameter(generic_parameters_))
                                    : nullptr;
  const auto count = generic != nullptr ? std::optional<size_t>(generic->count)
                                        : expansion_count(begin, begin + length);
  if (!count) {
    error(peek(length).span, say("there is no parameter pack before '...'"));
    return false;
  }
  bool is_fine = true;
  for (size_t i = 0; is_fine && i < *count; ++i) {
    at_ = begin;
    element_ = i;
    is_fine = parse_one_parameter(function);
  }
  element_.reset();
  if (generic != nullptr) ++generic_parameters_;
  at_ = begin + length + (is_named ? 2 : 1);
  const ParameterPack pack{is_named ? std::string(last.text) : "", *count};
  for (size_t i = first; i < function.parameters.size(); ++i) {
    function.parameters[i].is_pack = names_.is_pattern();
    if (is_named) function.parameters[i].name = element_name(pack.name, i - first);
  }
  if (is_named) function.packs.push_back(pack);
  return is_fine || names_.is_pattern();
}

// one_parameter := specifiers pointers [name] extents ["=" value]
bool Parser::parse_one_parameter(FunctionEntity& function) {
  Specifiers specifiers;
  DeclaratorText text;
  if (!parse_specifiers(specifiers)) return false;
  if (specifiers.is_auto && function.is_call_operator) {
    std::string name = generic_parameter(generic_parameters_);
    if (element_)
      name = element_name(name, *element_);
    else
      ++generic_parameters_;
    const TemplateArgument generic = names_.find_named(name);
    if (generic.type == nullptr) return false;
    specifiers.is_auto = false;
    specifiers.reference = generic.reference;  // of `auto&&`, which a place is given to
    specifiers.type = qualified(generic.type, specifiers);
  }
  if (specifiers.is_auto || specifiers.is_shared || specifiers.is_extern) {
    error(specifiers.span, say("a parameter is a number or a pointer"),
          specifiers.is_shared ? say("declare shared memory in the kernel's body")
                               : say("write its type"));
    return false;
  }
  if (!parse_declarator(specifiers, text)) return false;
  if (is("(")) text.type = pointed_function(text.type, false);  // of a function, `float f(float)`
  if (text.type == nullptr) return false;
  if (!text.is_reference && text.type->is_array())
    text.type = checker_.types().pointer_to(text.type->element);
  const bool is_fine = check_parameter(function, text);
  ParameterText place{text.span, {}};
  if (is("=")) {
    ++at_;
    place.default_value = skip_value();
  }
  if (text.type->is_void()) return is_fine;
  FunctionParameter parameter;
  parameter.name = text.name;
  parameter.type = text.type;
  parameter.is_reference = text.is_reference;
  parameter.takes_temporaries = text.takes_temporaries;
  parameter.has_default = !place.default_value.empty();
  function.parameters.push_back(std::move(parameter));
  function.texts.push_back(place);
  return is_fine;
}

bool Parser::check_parameter(const FunctionEntity& function, const DeclaratorText& text) {
  if (text.type->is_void()) {
    error(text.span, say("a parameter cannot be void"));
    return false;
  }
  if (function.is_kernel && text.is_reference && !names_.is_program()) {
    error(text.span,
          say("a kernel's parameter cannot be a reference: it would be the host's memory"),
          say("pass the value, or a pointer"));
    return false;
  }
  if (text.is_reference) return true;
  if (!names_.complete(text.type, text.span)) return false;
  if (!function.is_kernel || names_.is_pattern()) return true;
  constexpr uint64_t kStepsASize = 3;
  checker_.budget().charge(kStepsASize * function.parameters.size());
  uint64_t bytes = size_of(text.type);
  for (const FunctionParameter& earlier : function.parameters) bytes += size_of(earlier.type);
  if (bytes <= kMostParameterBytes) return true;
  error(text.span,
        say("the kernel's parameters up to '{name}' take {bytes} bytes, and CUDA passes at most "
            "{most}",
            "name"_a = text.name, "bytes"_a = bytes, "most"_a = kMostParameterBytes),
        say("pass a pointer"));
  return false;
}

void Parser::declare_parameters(const FunctionEntity& entity, Function& function) {
  TypeTable& types = checker_.types();
  if (entity.owner != nullptr && !entity.is_static) {
    const Type* record = types.with_const(entity.owner->type, entity.is_const);
    function.parameters.push_back(
        checker_.declare("this", entity.span, types.pointer_to(record), Storage::kLocal));
  }
  const Storage storage = entity.is_kernel ? Storage::kParameter : Storage::kLocal;
  for (size_t i = 0; i < entity.parameters.size(); ++i) {
    const FunctionParameter& parameter = entity.parameters[i];
    const Type* type = parameter.is_reference ? types.pointer_to(parameter.type) : parameter.type;
    Variable* variable = checker_.declare(parameter.name, entity.texts[i].span, type, storage);
    variable->is_reference = parameter.is_reference;
    function.parameters.push_back(variable);
  }
  for (const ParameterPack& pack : entity.packs) names_.declare_pack(pack, entity.span);
  if (!entity.is_variadic) return;  // else where the arguments behind are
  const Type* word = types.with_const(types.scalar(base::Scalar::kULongLong), true);
  function.parameters.push_back(
      checker_.declare("warplens_rest", entity.span, types.pointer_to(word), Storage::kLocal));
}

// A function's own parameters end with it.
void Parser::end_parameters(const FunctionEntity& entity, const Function& function, Block& body) {
  auto declaration = std::make_unique<Declaration>();
  declaration->span = entity.span;
  for (Variable* parameter : function.parameters) {
    Declarator declarator;
    declarator.variable = parameter;
    declarator.has_initializer = true;  // by the call
    if (!parameter->is_reference) checker_.add_destructors_of(*parameter, declarator.destructors);
    if (!declarator.destructors.empty()) declaration->declarators.push_back(std::move(declarator));
  }
  if (!declaration->declarators.empty()) body.statements.push_back(std::move(declaration));
}

// main() that does not return a status returns 0.
void Parser::end_main(Block& body) {
  auto zero = std::make_unique<Literal>();
  zero->type = checker_.types().scalar(base::Scalar::kInt);
  zero->span = body.span;
  auto end = std::make_unique<Return>();
  end->span = body.span;
  if (checker_.check_return(*end, std::move(zero))) body.statements.push_back(std::move(end));
}

// After a mistake in the head, some parameters are not declared.
void Parser::suppress_names_before(size_t end) {
  for (size_t i = at_; i < end; ++i) {
    if (tokens_[i].is_identifier()) checker_.suppress_name(tokens_[i].text);
  }
}

void Parser::parse_function_body(const FunctionEntity& entity, Function& function) {
  note_addresses(entity.text.begin, entity.text.end);
  declare_parameters(entity, function);
  if (entity.head == ReadState::kFailed) suppress_names_before(entity.parameters_end);
  at_ = entity.parameters_end;
  auto body = std::make_unique<Block>();
  const size_t errors = reporter_.count();
  if (!entity.is_kernel) end_parameters(entity, function, *body);
  if (entity.is_constructor) parse_member_initializers(entity, *body);
  const bool has_no_text = entity.is_implicit || entity.is_inherited;
  const bool is_defaulted =
      has_no_text || (entity.is_constructor && is("=") && peek(1).is("default"));
  if (is_defaulted) body->span = has_no_text ? entity.span : peek(1).span;
  if (!is("{") && !is_defaulted) {
    error_here(entity.is_kernel
                   ? say("expected '{{' after the kernel's parameters, found {found}",
                         "found"_a = describe_here())
                   : say("expected '{{' after the function's parameters, found {found}",
                         "found"_a = describe_here()));
    while (!at_end() && !is("{")) ++at_;
  }
  if (is("{") && !has_no_text) {
    if (entity.name == "~" && function.is_own && !peek(1).is("}")) set_exception_aside(*body);
    const size_t open = at_++;
    parse_block_items(body->statements);
    if (!accept("}") && !at_end()) error_here(say("expected '}}'"));
    body->span = base::join(tokens_[open].span, previous().span);
    if (names_.is_host() && entity.full_name == "main") end_main(*body);
  }
  if (reporter_.count() == errors)
    checker_.finish_returns();
  else
    checker_.forget_returns();
  function.full_span = base::join(tokens_[entity.text_begin].span, previous().span);
  if (reporter_.count() == errors) function.body = std::move(body);
}

}  // namespace warplens::lang
