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

constexpr size_t kMostInstances = 4096;
constexpr size_t kLongestInstanceName = size_t{1} << 16;  // soon exceeded by a name that doubles

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
    if (equals != 0) parameters.back().default_value = {equals + 1, at};
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
  if (has_parameter_name(text)) {
    const Token& last = tokens_[text.end - 1];
    parameter.name = std::string(last.text);
    parameter.span = last.span;
    --text.end;
  }
  if (!parameter.is_type) parameter.type = text;
  return parameter;
}

// Whether a parameter's last word is its name: `int N`, but not `int`, `unsigned int` or
// `typename T::type`.
bool Names::has_parameter_name(TokenRange text) const {
  if (text.end - text.begin < 2) return false;
  const Token& last = tokens_[text.end - 1];
  return last.is_identifier() && !is_keyword(last.text) && !is_type_word(last.text) &&
         !tokens_[text.end - 2].is("::");
}

bool Names::report_refused_parameters(const std::vector<TemplateParameter>& parameters) {
  for (const TemplateParameter& parameter : parameters) {
    if (!parameter.is_pack && !parameter.is_template) continue;
    reporter_.unsupported(parameter.span,
                          parameter.is_pack
                              ? say("parameter packs (...) are not supported")
                              : say("templates as template arguments are not supported"),
                          parameter.is_pack ? say("write one overload for each number of arguments")
                                            : say("pass a type"));
    return true;
  }
  return false;
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

// A parameter without a name gets an entity that lookup never finds.
Entity* Names::bind_one(const TemplateParameter& parameter, TemplateArgument argument,
                        NameScope& scope) {
  if (argument.type != nullptr) {
    Entity* entity = make_entity(EntityKind::kType, parameter.name, &scope, 0);
    entity->type = argument.type;
    return entity;
  }
  auto variable = std::make_unique<Variable>();
  variable->name = parameter.name;
  variable->span = parameter.span;
  variable->scope = {parameter.span.end, unit_.file.end()};
  variable->storage = Storage::kConstant;
  const Type* type = value_type(parameter, scope);
  variable->type = unit_.types.with_const(type, true);
  variable->constant_bits = wrap(argument.value, type->scalar);
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
    type = parser_at(parameter.type).parse_type_name();
  }
  const bool is_integer = type != nullptr && type->is_scalar() && !base::is_floating(type->scalar);
  if (is_integer) return type;
  if (type != nullptr) {
    reporter_.error(
        parameter.span,
        say("a template's value is an integer here, not {type}", "type"_a = name_of(type)),
        say("pass it as a parameter of the function"));
  }
  return unit_.types.scalar(base::Scalar::kInt);
}

// Fills in defaults and converts values to their types. `known[i]`: argument i is given.
bool Names::complete_arguments(const std::vector<TemplateParameter>& parameters, NameScope* parent,
                               std::vector<TemplateArgument>& arguments, std::vector<bool>& known,
                               std::string* reason) {
  NameScope* scope = make_scope(parent->path, parent);
  for (size_t i = 0; i < parameters.size(); ++i) {
    const TemplateParameter& parameter = parameters[i];
    if (!known[i] && !parameter.default_value.empty()) {
      known[i] = read_argument(parameter, *scope, arguments[i]);
    }
    const auto shown = [&] {
      return parameter.name.empty() ? say("template parameter {number}", "number"_a = i + 1)
                                    : "'" + parameter.name + "'";
    };
    if (!known[i]) {
      *reason = say("{parameter} cannot be deduced from the arguments: write it in < >",
                    "parameter"_a = shown());
      return false;
    }
    if (parameter.is_type != (arguments[i].type != nullptr)) {
      *reason =
          parameter.is_type
              ? say("{parameter} is a type, and what is given is a value", "parameter"_a = shown())
              : say("{parameter} is a value, and what is given is a type", "parameter"_a = shown());
      return false;
    }
    const Entity* bound = bind_one(parameter, arguments[i], *scope);
    if (arguments[i].type == nullptr && !is_pattern_)
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
    argument.type = parser.parse_type_name();
    return argument.type != nullptr;
  }
  const auto value =
      checker_.constant_integer(parser.parse_constant(), label("a template's argument"));
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
  std::string text = "<";
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) text += ", ";
    if (arguments[i].type != nullptr) {
      text += name_of(arguments[i].type);
      budget().charge(text.size() / 8);
      continue;
    }
    const Type* type = i < parameters.size() ? value_type(parameters[i], scope)
                                             : unit_.types.scalar(base::Scalar::kInt);
    if (with_casts && i < parameters.size()) text += enum_cast(parameters[i], scope);
    if (type->scalar == base::Scalar::kBool) {
      text += arguments[i].value != 0 ? "true" : "false";
    } else if (base::is_signed(type->scalar)) {
      text += std::to_string(static_cast<int64_t>(arguments[i].value));
    } else {
      text += std::to_string(arguments[i].value);
    }
  }
  return text + ">";
}

// -------------------------------------------------------------------------------------- instances

const FunctionDeclaration* Names::instantiate(const FunctionDeclaration& declaration,
                                              const std::vector<TemplateArgument>& written,
                                              const std::vector<const Type*>& arguments,
                                              std::string* reason) {
  FunctionEntity& of = *entity_of(declaration);
  std::string unused;
  if (reason == nullptr) reason = &unused;
  if (of.builtin != nullptr) return builtin_instance(of, written, arguments, reason);
  const size_t count = of.template_parameters.size();
  if (report_refused_parameters(of.template_parameters)) {
    *reason = say("its template parameters are not supported");
    return nullptr;
  }
  if (written.size() > count) {
    *reason = too_many_arguments(of.name, count, written.size());
    return nullptr;
  }
  Deduction deduction{of, std::vector<TemplateArgument>(count), std::vector<bool>(count),
                      std::vector<bool>(count), ""};
  for (size_t i = 0; i < written.size(); ++i) {
    deduction.arguments[i] = written[i];
    deduction.known[i] = true;
    deduction.is_fixed[i] = true;
  }
  const bool is_complete = written.size() == count;
  const FunctionEntity* pattern = is_complete ? nullptr : pattern_of(of);
  if (pattern != nullptr) {
    for (size_t i = 0; i < arguments.size() && i < pattern->parameters.size(); ++i) {
      if (arguments[i] == nullptr || arguments[i]->is_void()) continue;  // a list has no type
      const FunctionParameter& parameter = pattern->parameters[i];
      const Type* actual = arguments[i];
      if (!parameter.is_reference && actual->is_array())
        actual = unit_.types.pointer_to(actual->element);
      // A top-level const is not part of a value's type.
      if (!parameter.is_reference) actual = unit_.types.unqualified(actual);
      if (deduce(parameter.type, actual, deduction)) continue;
      *reason = say("{conflict}: convert an argument, or write the types in < >",
                    "conflict"_a = deduction.conflict);
      return nullptr;
    }
  }
  if (!complete_arguments(of.template_parameters, of.scope, deduction.arguments, deduction.known,
                          reason))
    return nullptr;
  return make_instance(of, std::move(deduction.arguments), reason);
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
  note_forwarding(of, *instance);
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

// T&& of a template's own T also binds to lvalues.
void Names::note_forwarding(FunctionEntity& of, FunctionEntity& instance) {
  const bool has_any = std::any_of(instance.parameters.begin(), instance.parameters.end(),
                                   [](const FunctionParameter& parameter) {
                                     return parameter.is_reference && parameter.takes_temporaries;
                                   });
  const FunctionEntity* pattern = has_any ? pattern_of(of) : nullptr;
  if (pattern == nullptr) return;
  for (size_t i = 0; i < instance.parameters.size() && i < pattern->parameters.size(); ++i) {
    const FunctionParameter& parameter = pattern->parameters[i];
    instance.parameters[i].is_forwarding =
        parameter.is_reference && parameter.takes_temporaries && !parameter.type->is_const &&
        std::any_of(of.stand_ins.begin(), of.stand_ins.end(),
                    [&](const TemplateArgument& own) { return own.type == parameter.type; });
  }
}

// The instance of one of CUDA's templates for these arguments.
FunctionEntity* Names::builtin_instance(FunctionEntity& of,
                                        const std::vector<TemplateArgument>& written,
                                        const std::vector<const Type*>& arguments,
                                        std::string* reason) {
  std::vector<const Type*> given;
  for (const Type* argument : arguments) given.push_back(argument->is_void() ? nullptr : argument);
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
  for (size_t i = 0; i < written.size(); ++i) {
    if (i >= instance.arguments.size() || !(written[i] == instance.arguments[i])) return false;
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

// Inside an instance its plain name means that instance and, followed by arguments, the template.
Entity* Names::template_around(const Entity& name) {
  const RecordEntity* record = name.scope != nullptr ? name.scope->record : nullptr;
  const bool is_own_name =
      name.kind == EntityKind::kType && record != nullptr && name.type == record->type;
  return is_own_name ? record->primary : nullptr;
}

const Type* Names::record_instance(Entity& named, const std::vector<TemplateArgument>& written,
                                   Span span) {
  Entity* around = template_around(named);
  Entity& of = around != nullptr ? *around : named;
  std::string reason;
  std::vector<TemplateArgument> arguments = written;
  if (!check_arguments(of, arguments, span)) return nullptr;
  budget().charge(of.instances.size() * (1 + arguments.size()));
  for (RecordEntity* known : of.instances) {
    if (known->arguments == arguments) {
      return want_record(*known) ? known->type : nullptr;
    }
  }
  if (of.instances.size() >= kMostInstances) {
    if (of.instances.size() == kMostInstances) {
      reporter_.error(
          span,
          say("'{name}' has too many instances: does it depend on itself endlessly?",
              "name"_a = of.name),
          say("end the recursion with a specialisation: template <> struct {name}<0> {{ ... }};",
              "name"_a = of.name));
      of.instances.push_back(of.instances.back());  // reported once
    }
    return nullptr;
  }
  for (const Entity* partial : of.partial) {
    reporter_.unsupported(
        partial->span, say("partial specialisations are not supported"),
        say("specialise '{name}' for whole types: template <> struct {name}<float> {{ ... }};",
            "name"_a = of.name));
    return nullptr;
  }
  Entity* text = &of;
  for (Entity* special : of.specializations) {
    if (written_arguments(special->text, of.name, of.scope, special->position) == arguments)
      text = special;
  }
  NameScope* scope = bind(of.parameters, arguments, of.scope);
  const std::string name =
      of.scope->path + of.name + arguments_text(of.parameters, arguments, *scope);
  if (name.size() > kLongestInstanceName) {
    reporter_.error(span,
                    say("the name of this instance of '{name}' has more than 65536 characters",
                        "name"_a = of.name),
                    say("does a template double its arguments?"));
    return nullptr;
  }
  RecordEntity* record = make_record(*text, name, text == &of ? scope : of.scope);
  record->arguments = arguments;
  record->primary = &of;
  record->user = {InstanceUser::By::kUse, span};
  of.instances.push_back(record);
  instances_by_name_[name] = record;
  return want_record(*record) ? record->type : nullptr;
}

bool Names::check_arguments(Entity& of, std::vector<TemplateArgument>& arguments, Span span) {
  if (report_refused_parameters(of.parameters)) return false;
  const size_t written = arguments.size();
  std::string reason;
  if (written > of.parameters.size()) {
    reason = too_many_arguments(of.name, of.parameters.size(), written);
  } else {
    arguments.resize(of.parameters.size());
    std::vector<bool> known(of.parameters.size());
    std::fill(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(written), true);
    if (complete_arguments(of.parameters, of.scope, arguments, known, &reason)) return true;
  }
  reporter_.error(span, reason);
  return false;
}

const Type* Names::alias_instance(Entity& of, const std::vector<TemplateArgument>& written,
                                  Span span) {
  std::vector<TemplateArgument> arguments = written;
  if (!check_arguments(of, arguments, span)) return nullptr;
  const Visit visit(*this,
                    {bind(of.parameters, arguments, of.scope), of.position, nullptr, nullptr});
  return parser_at(of.text).parse_alias(of.name);
}

}  // namespace warplens::lang
