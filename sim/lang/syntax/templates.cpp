// Templates: their parameters, the arguments of a use, and instances, for which the same tokens are
// read again with the parameters bound to the arguments.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

std::string too_many_arguments(const std::string& name, size_t count, size_t given) {
  return say_count("'{name}' takes {count} template argument, not {given}",
                   "'{name}' takes {count} template arguments, not {given}", count, "name"_a = name,
                   "given"_a = given);
}

}  // namespace

// -------------------------------------------------------------------------------- the parameters

// From `template` to after its `>`.
size_t Names::read_template_head(size_t begin, std::vector<TemplateParameter>& parameters) const {
  size_t at = begin + 1;
  if (!tokens_[at].is("<")) return at;
  if (tokens_[at + 1].is(">")) return at + 2;
  do {
    const size_t first = ++at;
    size_t equals = 0;
    int angles = 0, parentheses = 0;
    for (; !tokens_[at].at_end(); ++at) {
      const Token& token = tokens_[at];
      if (token.is("(") || token.is("[") || token.is("{")) ++parentheses;
      if (token.is(")") || token.is("]") || token.is("}")) --parentheses;
      if (parentheses > 0) continue;  // a `>` in them closes nothing: (N > 1)
      if (angles == 0 && (token.is(",") || token.is(">"))) break;
      if (token.is("<")) ++angles;
      if (token.is(">")) --angles;
      if (token.is(">>")) angles -= 2;
      if (angles < 0 || parentheses < 0) break;
      if (angles == 0 && token.is("=") && equals == 0) equals = at;
    }
    parameters.push_back(template_parameter({first, equals != 0 ? equals : at}));
    const bool closes_two = tokens_[at].is(">>");  // also the arguments of the default value
    if (equals != 0) parameters.back().default_value = {equals + 1, at + (closes_two ? 1 : 0)};
  } while (tokens_[at].is(","));
  return at + 1;
}

TemplateParameter Names::template_parameter(TokenRange text) const {
  TemplateParameter parameter;
  parameter.span = tokens_[text.begin].span;
  const Token& first = tokens_[text.begin];
  parameter.is_template = first.is("template");
  parameter.is_type = (first.is("typename") || first.is("class")) &&
                      (text.end - text.begin <= 2 || tokens_[text.begin + 1].is("..."));
  for (size_t i = text.begin; i < text.end; ++i) {
    if (tokens_[i].is("...")) parameter.is_pack = true;
  }
  if (const size_t name = pointed_name(text); name != 0) {
    parameter.name = std::string(tokens_[name].text);
    parameter.span = tokens_[name].span;
  } else if (has_parameter_name(text)) {
    const Token& last = tokens_[text.end - 1];
    parameter.name = std::string(last.text);
    parameter.span = last.span;
    --text.end;
  }
  if (!parameter.is_type) parameter.type = text;
  return parameter;
}

// The token of the name in `T (*Name)(T)`; 0: it has another shape.
size_t Names::pointed_name(TokenRange text) const {
  for (size_t i = text.begin + 1; i + 3 < text.end; ++i) {
    if (!tokens_[i].is("(")) continue;
    const bool is_named =
        tokens_[i + 1].is("*") && tokens_[i + 2].is_identifier() && tokens_[i + 3].is(")");
    return is_named ? i + 2 : 0;
  }
  return 0;
}

// Whether a parameter's last word is its name: `int N`, but not `int`, `unsigned int` or
// `typename T::type`.
bool Names::has_parameter_name(TokenRange text) const {
  if (text.end - text.begin < 2) return false;
  const Token& last = tokens_[text.end - 1];
  return last.is_identifier() && !is_keyword(last.text) && !is_type_word(last.text) &&
         !tokens_[text.end - 2].is("::");
}

// ---------------------------------------------------------------------------------- the arguments

NameScope* Names::bind(const std::vector<TemplateParameter>& parameters,
                       const std::vector<TemplateArgument>& arguments, NameScope* parent) {
  NameScope* scope = make_scope(parent->path, parent);
  scope->is_binding = true;
  for (size_t i = 0; i < parameters.size() && i < arguments.size(); ++i) {
    bind_one(parameters[i], arguments[i], *scope);
  }
  return scope;
}

std::string element_name(std::string_view pack, size_t element) {
  return std::string(pack) + "[" + std::to_string(element) + "]";
}

// A parameter without a name gets an entity that lookup never finds.
Entity* Names::bind_one(const TemplateParameter& parameter, const TemplateArgument& argument,
                        NameScope& scope) {
  if (argument.is_pack) {
    has_packs_ = true;
    Entity* entity = make_entity(EntityKind::kPack, parameter.name, &scope, 0);
    entity->count = argument.elements.size();
    TemplateParameter one = parameter;
    for (size_t i = 0; i < entity->count && !parameter.name.empty(); ++i) {
      one.name = element_name(parameter.name, i);
      bind_one(one, argument.elements[i], scope);
    }
    return entity;
  }
  if (argument.meant != nullptr) {
    Entity* entity = make_entity(EntityKind::kTemplate, parameter.name, &scope, 0);
    entity->meant = argument.meant;
    return entity;
  }
  if (argument.type != nullptr) {
    Entity* entity = make_entity(EntityKind::kType, parameter.name, &scope, 0);
    entity->type = argument.type;
    entity->reference = argument.reference;
    return entity;
  }
  auto variable = std::make_unique<Variable>();
  variable->name = parameter.name;
  variable->span = parameter.span;
  variable->scope = {parameter.span.end, unit_.file.end()};
  variable->storage = Storage::kConstant;
  const Type* type = value_type(parameter, scope);
  variable->type = unit_.types.with_const(type, true);
  variable->constant_bits =
      type->is_pointer() ? argument.value : wrap(argument.value, type->scalar);
  Entity* entity = make_entity(EntityKind::kValue, parameter.name, &scope, 0);
  entity->variable = variable.get();
  values_.push_back(std::move(variable));
  return entity;
}

// The type of a value parameter, which may depend on the parameters before it.
const Type* Names::value_type(const TemplateParameter& parameter, NameScope& scope) {
  const Type* type = nullptr;
  if (!parameter.type.empty()) {
    const Visit visit(*this, {&scope, parameter.type.end, nullptr, nullptr});
    const Token& first = tokens_[parameter.type.begin];
    Parser parser = parser_at(parameter.type);
    if (pointed_name(parameter.type) != 0)
      type = parser.parse_declared_type();
    else if (!first.is("auto"))
      type = parser.parse_type_name();
  }
  const bool is_integer = type != nullptr && type->is_scalar() && !base::is_floating(type->scalar);
  const bool is_address =
      type != nullptr && (is_function_pointer(type) || is_data_member_pointer(type));
  if (is_integer || is_address) return type;
  if (type != nullptr) {
    reporter_.error(
        parameter.span,
        say("a template's value is an integer here, not {type}", "type"_a = name_of(type)),
        say("pass it as a parameter of the function"));
  }
  return unit_.types.scalar(base::Scalar::kInt);
}

// Gives each parameter what is written for it; a pack takes all that remain, and more may be
// deduced. False, with the reason, if there are too many.
bool Names::distribute(const std::vector<TemplateParameter>& parameters, const std::string& name,
                       const std::vector<TemplateArgument>& written,
                       std::vector<TemplateArgument>& arguments, std::vector<bool>& known,
                       std::string* reason) {
  arguments.assign(parameters.size(), {});
  known.assign(parameters.size(), false);
  size_t next = 0;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].is_pack) {
      arguments[i].is_pack = true;
      arguments[i].elements.assign(written.begin() + static_cast<std::ptrdiff_t>(next),
                                   written.end());
      next = written.size();
    } else if (next < written.size()) {
      arguments[i] = written[next++];
      known[i] = true;
    }
  }
  if (next == written.size()) return true;
  *reason = too_many_arguments(name, parameters.size(), written.size());
  return false;
}

bool Names::fits_parameter(const TemplateParameter& parameter, const TemplateArgument& argument,
                           const std::string& shown, std::string* reason) {
  const bool is_right = parameter.is_template ? argument.meant != nullptr
                        : parameter.is_type   ? argument.type != nullptr
                                              : argument.is_value();
  if (is_right) return true;
  *reason = parameter.is_template ? say("{parameter} is a template of types", "parameter"_a = shown)
            : parameter.is_type
                ? say("{parameter} is a type, and what is given is a value", "parameter"_a = shown)
                : say("{parameter} is a value, and what is given is a type", "parameter"_a = shown);
  return false;
}

// The instance of a function template that a parameter's type, a pointer to functions, chooses.
void Names::take_function(const TemplateParameter& parameter, NameScope& scope,
                          TemplateArgument& argument) {
  const Entity& of = *argument.meant;
  if (of.kind != EntityKind::kFunction) return;
  const Type* type = value_type(parameter, scope);
  if (!is_function_pointer(type)) return;
  const auto address =
      checker_.function_address("::" + of.scope->path + of.name, type, parameter.span);
  if (!address) return;
  argument = {};
  argument.value = *address;
}

// Fills in defaults and converts values to their types. `known[i]`: argument i is given.
bool Names::complete_arguments(const std::vector<TemplateParameter>& parameters, NameScope* parent,
                               std::vector<TemplateArgument>& arguments, std::vector<bool>& known,
                               std::string* reason) {
  NameScope* scope = make_scope(parent->path, parent);
  for (size_t i = 0; i < parameters.size(); ++i) {
    const TemplateParameter& parameter = parameters[i];
    if (parameter.is_pack) {
      arguments[i].is_pack = true;
      known[i] = true;
    }
    if (!known[i] && !parameter.default_value.empty()) {
      known[i] = read_argument(parameter, *scope, arguments[i]);
    }
    const std::string shown = parameter.name.empty()
                                  ? say("template parameter {number}", "number"_a = i + 1)
                                  : "'" + parameter.name + "'";
    if (!known[i]) {
      *reason = say("{parameter} cannot be deduced from the arguments: write it in < >",
                    "parameter"_a = shown);
      return false;
    }
    if (!parameter.is_template && !parameter.is_type && arguments[i].meant != nullptr)
      take_function(parameter, *scope, arguments[i]);
    for (const TemplateArgument& element : arguments[i].elements) {
      if (!fits_parameter(parameter, element, shown, reason)) return false;
    }
    if (!parameter.is_pack && !fits_parameter(parameter, arguments[i], shown, reason)) return false;
    const size_t errors = reporter_.count();
    const Entity* bound = bind_one(parameter, arguments[i], *scope);
    if (reporter_.count() != errors) {
      *reason = reporter_.message_after(errors);
      return false;
    }
    if (arguments[i].is_value() && !is_pattern_)
      arguments[i].value = bound->variable->constant_bits;
  }
  return true;
}

bool Names::read_argument(const TemplateParameter& parameter, NameScope& scope,
                          TemplateArgument& argument) {
  const Visit visit(*this, {&scope, parameter.default_value.end, nullptr, nullptr});
  const size_t errors = reporter_.count();
  Parser parser = parser_at(parameter.default_value);
  if (parameter.is_type) {
    argument = parser.parse_type_argument();
    return argument.type != nullptr;
  }
  if (parameter.is_template) {
    argument.meant = find_template(spell(parameter.default_value));
    return argument.meant != nullptr;
  }
  const auto value =
      checker_.template_value(parser.parse_constant(), label("a template's argument"));
  if (value) argument.value = value->bits;
  return value.has_value() && reporter_.count() == errors;
}

// "(geo::Op)" for a parameter of that type; "" if its type is not an enum.
std::string Names::enum_cast(const TemplateParameter& parameter, NameScope& scope) {
  std::string name;
  for (size_t i = parameter.type.begin; i < parameter.type.end; ++i) {
    if (!tokens_[i].is("const") && !tokens_[i].is("enum")) name += tokens_[i].text;
  }
  const std::vector<Entity*> found = find_all(name, {&scope, parameter.type.end, false});
  if (found.empty() || found.back()->kind != EntityKind::kEnum) return "";
  return "(" + found.back()->scope->path + found.back()->name + ")";
}

std::string Names::arguments_text(const std::vector<TemplateParameter>& parameters,
                                  const std::vector<TemplateArgument>& arguments, NameScope& scope,
                                  bool with_casts) {
  std::string text;
  for (size_t i = 0; i < arguments.size() && i < parameters.size(); ++i) {
    const std::vector<TemplateArgument> one = {arguments[i]};
    for (const TemplateArgument& each : arguments[i].is_pack ? arguments[i].elements : one) {
      if (!text.empty()) text += ", ";
      text += argument_text(parameters[i], each, scope, with_casts);
    }
  }
  return "<" + text + ">";
}

std::string Names::argument_text(const TemplateParameter& parameter,
                                 const TemplateArgument& argument, NameScope& scope,
                                 bool with_casts) {
  if (argument.meant != nullptr) return argument.meant->scope->path + argument.meant->name;
  if (argument.type != nullptr) {
    const std::string text = name_of(argument.type);
    budget().charge(text.size() / 8);
    return text + (argument.reference == Reference::kPlace   ? "&"
                   : argument.reference == Reference::kValue ? "&&"
                                                             : "");
  }
  const Type* type = value_type(parameter, scope);
  if (const auto* function = type->is_pointer() ? function_at(argument.value) : nullptr)
    return function->full_name;
  const std::string cast = with_casts ? enum_cast(parameter, scope) : "";
  if (type->scalar == base::Scalar::kBool) return cast + (argument.value != 0 ? "true" : "false");
  return cast + (base::is_signed(type->scalar)
                     ? std::to_string(static_cast<int64_t>(argument.value))
                     : std::to_string(argument.value));
}

// -------------------------------------------------------------------------------------- instances

const FunctionDeclaration* Names::instantiate(const FunctionDeclaration& declaration,
                                              const std::vector<TemplateArgument>& written,
                                              const std::vector<GivenArgument>& arguments,
                                              std::string* reason) {
  FunctionEntity& of = *entity_of(declaration);
  std::string unused;
  if (reason == nullptr) reason = &unused;
  if (of.builtin != nullptr) return builtin_instance(of, written, arguments, reason);
  const std::vector<TemplateParameter>& parameters = of.template_parameters;
  const size_t count = parameters.size();
  std::vector<TemplateArgument> given;
  std::vector<bool> known;
  if (!distribute(parameters, of.name, written, given, known, reason)) return nullptr;
  const bool is_complete = std::all_of(known.begin(), known.end(), [](bool one) { return one; });
  const FunctionEntity* pattern = is_complete || arguments.empty() ? nullptr : pattern_of(of);
  if (pattern != nullptr) {
    Deduction deduction{parameters, of.stand_ins, std::move(given), known, known, ""};
    for (size_t i = 0; i < count; ++i) {
      if (parameters[i].is_pack) deduction.is_fixed[i] = !deduction.arguments[i].elements.empty();
    }
    if (!deduce_from_call(*pattern, arguments, deduction, reason)) return nullptr;
    given = std::move(deduction.arguments);
    known = std::move(deduction.known);
  }
  // What cannot be substituted makes the template no candidate.
  const size_t errors = reporter_.count();
  const bool is_fine = complete_arguments(parameters, of.scope, given, known, reason);
  if (!is_fine && !is_kernel_head_) reporter_.forget_after(errors);
  return is_fine ? make_instance(of, std::move(given), reason) : nullptr;
}

FunctionEntity* Names::make_instance(FunctionEntity& of, std::vector<TemplateArgument> arguments,
                                     std::string* reason) {
  budget().charge(of.instances.size() * (1 + arguments.size()));
  for (FunctionEntity* known : of.instances) {
    if (known->arguments == arguments) return known;
  }
  if (of.instances.size() >= kMostInstances || depth_ > kDeepestReading) {
    *reason = say("it has too many instances: does it depend on itself endlessly?");
    return nullptr;
  }
  auto made = std::make_unique<FunctionEntity>(of);
  made->is_template = false;
  made->head = ReadState::kUnread;
  made->instances.clear();
  made->pattern = nullptr;
  made->definition = nullptr;
  made->primary = &of;
  made->arguments = arguments;
  made->scope = bind(of.template_parameters, arguments, of.scope);
  made->full_name = of.full_name + arguments_text(of.template_parameters, arguments, *made->scope);
  if (made->full_name.size() > kLongestInstanceName) {
    *reason =
        say("the name of this instance of '{name}' has more than 65536 characters: does a template "
            "double its arguments?",
            "name"_a = of.name);
    return nullptr;
  }
  made->user = is_kernel_head_ ? user_ : InstanceUser{};
  FunctionEntity* instance = own(std::move(made));
  const size_t errors = reporter_.count();
  const bool is_kernel = std::exchange(is_kernel_head_, false);
  const bool is_head_read = read_head(*instance);
  if (!is_head_read) {
    const base::Diagnostics found = reporter_.after(errors);
    if (!is_kernel) reporter_.forget_after(errors);
    const std::string shown = arguments_text(of.template_parameters, arguments, *instance->scope);
    *reason = found.empty() ? say("with {arguments} its head is wrong", "arguments"_a = shown)
                            : say("with {arguments} its head is wrong, {place}: {problem}",
                                  "arguments"_a = shown, "place"_a = place_of(found.front().span),
                                  "problem"_a = found.front().message);
    return nullptr;
  }
  for (FunctionEntity* special : of.specializations) {
    if (!fits(*special, *instance)) continue;
    special->full_name = instance->full_name;
    special->arguments = arguments;
    instance = special;
    break;
  }
  of.instances.push_back(instance);
  return instance;
}

// The instance of one of CUDA's templates for these arguments.
FunctionEntity* Names::builtin_instance(FunctionEntity& of,
                                        const std::vector<TemplateArgument>& written,
                                        const std::vector<GivenArgument>& arguments,
                                        std::string* reason) {
  std::vector<const Type*> given;
  for (const GivenArgument& argument : arguments) {
    const Type* type = argument.is_place ? argument.type : unit_.types.unqualified(argument.type);
    given.push_back(argument.type->is_void() ? nullptr : type);
  }
  const Type* type = written.empty() ? nullptr : written.front().type;
  const auto made = instance_of(*of.builtin, of.name, type, given, unit_.types);
  if (!made) {
    *reason = say("'{name}' takes no such arguments", "name"_a = of.name);
    return nullptr;
  }
  for (FunctionEntity* known : of.instances) {
    if (known->builtin->parameters == made->parameters && known->builtin->row == made->row)
      return known;
  }
  of.instances.push_back(own_builtin(*made, of.name)->function);
  of.instances.back()->is_template = false;
  return of.instances.back();
}

// template <> void name<arguments>(parameters): whether its written arguments and its parameters
// are the same as those of the instance.
bool Names::fits(FunctionEntity& special, const FunctionEntity& instance) {
  if (!read_head(special)) return false;
  const auto written = written_arguments({special.text.begin, special.text.end}, special.name,
                                         special.scope, special.position);
  std::vector<TemplateArgument> given;
  std::vector<bool> known;
  std::string reason;
  if (!distribute(instance.template_parameters, special.name, written, given, known, &reason))
    return false;
  for (size_t i = 0; i < given.size(); ++i) {
    const bool is_written = known[i] || !given[i].elements.empty();
    if (is_written && given[i] != instance.arguments[i]) return false;
  }
  return std::equal(special.parameters.begin(), special.parameters.end(),
                    instance.parameters.begin(), instance.parameters.end(),
                    [](const FunctionParameter& a, const FunctionParameter& b) {
                      return a.type == b.type && a.is_reference == b.is_reference;
                    });
}

// The arguments of the first `name<...>` in a text.
std::vector<TemplateArgument> Names::written_arguments(TokenRange text, std::string_view name,
                                                       NameScope* scope, size_t position) {
  std::vector<TemplateArgument> arguments;
  size_t at = text.begin;
  while (at + 1 < text.end && !(tokens_[at].is(name) && tokens_[at + 1].is("<"))) {
    if (tokens_[at].is("(") || tokens_[at].is("{")) return arguments;
    ++at;
  }
  if (at + 1 >= text.end) return arguments;
  const Visit visit(*this, {scope, position, nullptr, nullptr});
  if (!parser_at({at + 1, text.end}).parse_template_arguments(arguments)) arguments.clear();
  return arguments;
}

}  // namespace warplens::lang
