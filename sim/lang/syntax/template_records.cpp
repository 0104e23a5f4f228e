// Templates of records, aliases and variables: the instance for some arguments, from the template's
// own text or from that of a specialisation.
//
// A partial specialisation is matched like a call: its parameters' stand-ins are deduced from
// the arguments ([temp.class.spec.match]). Then the deduced ones are put into its text, which must
// give just these arguments; so whatever cannot be deduced from (enable_if) is checked, too.
#include <algorithm>
#include <optional>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
// Inside an instance its plain name means that instance and, followed by arguments, the template.
Entity* Names::template_around(const Entity& name) {
  const RecordEntity* record = name.scope != nullptr ? name.scope->record : nullptr;
  const bool is_own_name =
      name.kind == EntityKind::kType && record != nullptr && name.type == record->type;
  return is_own_name ? record->primary : nullptr;
}

Entity* Names::find_template(std::string_view name) {
  const std::vector<Entity*> found = find_here(name);
  for (Entity* entity : found) {
    if (Entity* around = template_around(*entity)) return around;
    const bool is_of_types =
        entity->kind == EntityKind::kRecord || entity->kind == EntityKind::kAlias;
    if (entity->is_template && is_of_types) return entity;
  }
  return nullptr;
}

Entity* Names::find_function_template(std::string_view name) {
  const std::vector<Entity*> found = find_here(name);
  const bool is_only = found.size() == 1 && found[0]->kind == EntityKind::kFunction &&
                       found[0]->function->is_template && found[0]->function->builtin == nullptr;
  return is_only ? found[0] : nullptr;
}

bool Names::is_variable_template(std::string_view name) {
  const std::vector<Entity*> found = find_here(name);
  return std::any_of(found.begin(), found.end(), [](const Entity* entity) {
    return entity->is_template && entity->kind == EntityKind::kVariable;
  });
}

// -------------------------------------------------------------------------- specialisations

// Reads the arguments behind a partial specialisation's name with its parameters' stand-ins.
bool Names::read_pattern(Entity& of, PartialSpecialization& partial) {
  if (!partial.pattern.empty()) return true;
  partial.stand_ins = stand_ins(partial.parameters);
  const bool outer = std::exchange(is_pattern_, true);
  NameScope* scope = bind(partial.parameters, partial.stand_ins, of.scope);
  const std::vector<TemplateArgument> flat =
      written_arguments(partial.text->text, of.name, scope, partial.text->position);
  std::vector<bool> known;
  std::string reason;
  const bool is_fine = distribute(of.parameters, of.name, flat, partial.pattern, known, &reason);
  is_pattern_ = outer;
  for (size_t i = 0; is_fine && i < known.size(); ++i) {
    if (!known[i] && !partial.pattern[i].is_pack) partial.pattern[i].is_unknown = true;
  }
  return is_fine && !flat.empty();
}

// The arguments of the specialisation's own parameters with which its text has these arguments.
std::optional<std::vector<TemplateArgument>> Names::match(
    Entity& of, PartialSpecialization& partial, const std::vector<TemplateArgument>& arguments) {
  const size_t errors = reporter_.count();
  const Reporter::Trial trial(reporter_);
  const auto fail = [&] {
    reporter_.forget_after(errors);
    return std::nullopt;
  };
  if (!read_pattern(of, partial)) return fail();
  const size_t count = partial.parameters.size();
  Deduction deduction{
      partial.parameters,       partial.stand_ins,        std::vector<TemplateArgument>(count),
      std::vector<bool>(count), std::vector<bool>(count), ""};
  for (size_t i = 0; i < partial.pattern.size() && i < arguments.size(); ++i) {
    if (!deduce_argument(partial.pattern[i], arguments[i], deduction, true)) return fail();
  }
  std::string reason;
  if (!complete_arguments(partial.parameters, of.scope, deduction.arguments, deduction.known,
                          &reason))
    return fail();
  NameScope* scope = bind(partial.parameters, deduction.arguments, of.scope);
  const std::vector<TemplateArgument> flat =
      written_arguments(partial.text->text, of.name, scope, partial.text->position);
  std::vector<TemplateArgument> given;
  std::vector<bool> known;
  const bool is_same =
      !flat.empty() && distribute(of.parameters, of.name, flat, given, known, &reason) &&
      complete_arguments(of.parameters, of.scope, given, known, &reason) && given == arguments;
  reporter_.forget_after(errors);
  return is_same ? std::optional(deduction.arguments) : std::nullopt;
}

bool Names::is_as_special(const PartialSpecialization& a, const PartialSpecialization& b) const {
  const size_t count = b.parameters.size();
  Deduction deduction{b.parameters,
                      b.stand_ins,
                      std::vector<TemplateArgument>(count),
                      std::vector<bool>(count),
                      std::vector<bool>(count),
                      ""};
  return deduce_arguments(b.pattern, a.pattern, deduction, true);
}

// Whether nothing in them is a parameter's stand-in: numbers, and types that are no classes.
static bool are_known(const std::vector<TemplateArgument>& arguments) {
  return std::all_of(arguments.begin(), arguments.end(), [](const TemplateArgument& one) {
    if (one.is_pack) return are_known(one.elements);
    if (one.is_unknown || one.meant != nullptr) return false;
    return one.type == nullptr || one.type->is_scalar() || one.type->is_void();
  });
}

// The text of the template that an instance is made from, with its parameters bound.
Names::Selected Names::select_specialization(Entity& of,
                                             const std::vector<TemplateArgument>& arguments) {
  if (is_pattern_) {
    if (!are_known(arguments)) return {&of, bind(of.parameters, arguments, of.scope), arguments};
    is_pattern_ = false;
    Selected selected = select_specialization(of, arguments);
    is_pattern_ = true;
    return selected;
  }
  for (Entity* special : of.specializations) {
    const std::vector<TemplateArgument> flat =
        written_arguments(special->text, of.name, of.scope, special->position);
    std::vector<TemplateArgument> given;
    std::vector<bool> known;
    std::string reason;
    const bool is_it = distribute(of.parameters, of.name, flat, given, known, &reason) &&
                       complete_arguments(of.parameters, of.scope, given, known, &reason) &&
                       given == arguments;
    if (is_it) return {special, of.scope, {}};
  }
  PartialSpecialization* best = nullptr;
  std::vector<TemplateArgument> best_arguments;
  for (PartialSpecialization& partial : of.partial) {
    auto matched = match(of, partial, arguments);
    if (!matched) continue;
    if (best != nullptr && !is_as_special(partial, *best)) continue;
    best = &partial;
    best_arguments = std::move(*matched);
  }
  if (best == nullptr) return {&of, bind(of.parameters, arguments, of.scope), arguments};
  NameScope* scope = bind(best->parameters, best_arguments, of.scope);
  return {best->text, scope, std::move(best_arguments)};
}

// --------------------------------------------------------------------------------- instances

bool Names::check_arguments(Entity& of, std::vector<TemplateArgument>& arguments, Span span) {
  std::string reason;
  std::vector<TemplateArgument> given;
  std::vector<bool> known;
  const bool is_fine = distribute(of.parameters, of.name, arguments, given, known, &reason) &&
                       complete_arguments(of.parameters, of.scope, given, known, &reason);
  arguments = std::move(given);
  if (!is_fine) reporter_.error(span, reason);
  return is_fine;
}

const Type* Names::record_instance(Entity& named, const std::vector<TemplateArgument>& written,
                                   Span span) {
  Entity* around = template_around(named);
  Entity& of = around != nullptr ? *around : named;
  std::vector<TemplateArgument> arguments = written;
  if (!check_arguments(of, arguments, span)) return nullptr;
  budget().charge(of.instances.size() * (1 + arguments.size()));
  for (RecordEntity* known : of.instances) {
    if (known->arguments == arguments) {
      return want_record(*known) ? known->type : nullptr;
    }
  }
  if (of.instances.size() >= kMostInstances) {
    if (of.instances.size() == kMostInstances && !reporter_.is_trial()) {
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
  const Selected selected = select_specialization(of, arguments);
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
  RecordEntity* record = make_record(*selected.text, name, selected.scope);
  record->arguments = arguments;
  record->bound = selected.arguments;
  record->primary = &of;
  record->user = {InstanceUser::By::kUse, span};
  of.instances.push_back(record);
  instances_by_name_[name] = record;
  return want_record(*record) ? record->type : nullptr;
}

TemplateArgument Names::alias_instance(Entity& of, const std::vector<TemplateArgument>& written,
                                       Span span) {
  std::vector<TemplateArgument> arguments = written;
  if (!check_arguments(of, arguments, span)) return {};
  const Visit visit(*this,
                    {bind(of.parameters, arguments, of.scope), of.position, nullptr, nullptr});
  return parser_at(of.text).parse_alias(of.name);
}

std::optional<uint64_t> Names::tuple_size(const Type* type) {
  Entity* of = find_template("::std::tuple_size");
  if (of == nullptr || of->kind != EntityKind::kRecord) return std::nullopt;
  TemplateArgument argument;
  argument.type = unit_.types.unqualified(type);
  const Selected selected = select_specialization(*of, {argument});
  if (selected.text == of) return std::nullopt;
  const Type* size = record_instance(*of, {argument}, {});
  if (size == nullptr) return std::nullopt;
  const Variable* value = find_variable(size->record->name + "::value");
  return value != nullptr && value->storage == Storage::kConstant
             ? std::optional(value->constant_bits)
             : std::nullopt;
}

std::string Names::variable_instance(Entity& of, const std::vector<TemplateArgument>& written,
                                     Span span) {
  std::vector<TemplateArgument> arguments = written;
  if (!check_arguments(of, arguments, span)) return "";
  const Selected selected = select_specialization(of, arguments);
  const std::string name = of.name + arguments_text(of.parameters, arguments, *selected.scope);
  if (of.scope->names[name].empty()) {
    Entity* made = make_entity(EntityKind::kVariable, name, of.scope, of.position);
    made->scope = selected.scope;
    made->text = selected.text->text;
    made->span = of.span;
    made->is_device = of.is_device;
    made->is_constant_memory = of.is_constant_memory;
    made->meant = &of;
  }
  return of.scope->path + name;
}

}  // namespace warplens::lang
