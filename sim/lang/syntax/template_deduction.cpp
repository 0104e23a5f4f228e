// Deduction of a template's arguments, and which of two templates is more special.
//
// To deduce arguments, a template's head is read once with stand-ins: a unique record for each type
// parameter, an unlikely number for each value parameter. The types of a call's arguments are
// matched with the types of the parameters, and give the stand-ins their values.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"

namespace warplens::lang {

// The stand-ins of a template's parameters.
std::vector<TemplateArgument> Names::stand_ins(const std::vector<TemplateParameter>& parameters) {
  std::vector<TemplateArgument> made;
  for (size_t i = 0; i < parameters.size(); ++i) {
    TemplateArgument argument;
    if (parameters[i].is_type) {
      Record* record = unit_.types.make_record(parameters[i].name, parameters[i].span);
      record->size = 1;
      argument.type = unit_.types.record(record);
    } else {
      argument.value = stand_in_value(i);
    }
    made.push_back(argument);
  }
  return made;
}

// A template's head with stand-ins for its parameters; null if it cannot be read.
const FunctionEntity* Names::pattern_of(FunctionEntity& of) {
  if (of.pattern != nullptr || of.has_no_pattern) return of.pattern;
  if (of.builtin != nullptr) {
    constexpr size_t kMostTypes = 3;
    TemplateParameter parameter;
    parameter.name = "T";
    parameter.is_type = true;
    of.template_parameters.assign(kMostTypes, parameter);
    of.stand_ins = stand_ins(of.template_parameters);
    std::vector<const Type*> types;
    for (const TemplateArgument& stand_in : of.stand_ins) types.push_back(stand_in.type);
    auto made = std::make_unique<FunctionEntity>(of);
    made->parameters.clear();
    for (const Type* type : lang::pattern_of(*of.builtin, types, unit_.types)) {
      made->parameters.emplace_back();
      made->parameters.back().type = type;
    }
    of.pattern = own(std::move(made));
    return of.pattern;
  }
  of.stand_ins = stand_ins(of.template_parameters);
  auto pattern = std::make_unique<FunctionEntity>(of);
  const bool outer = std::exchange(is_pattern_, true);
  pattern->is_template = false;
  pattern->head = ReadState::kUnread;
  pattern->scope = bind(of.template_parameters, of.stand_ins, of.scope);
  const size_t errors = reporter_.count();
  const Reporter::Trial trial(reporter_);
  FunctionEntity* made = own(std::move(pattern));
  const bool is_fine = read_head(*made);
  reporter_.forget_after(errors);
  is_pattern_ = outer;
  of.has_no_pattern = !is_fine;
  of.pattern = is_fine ? made : nullptr;
  return of.pattern;
}

bool Names::mentions_stand_in(const Type* type, const Deduction& to) const {
  while (type->is_pointer() || type->is_array()) type = type->element;
  if (!type->is_record()) return false;
  for (size_t i = 0; i < to.of.stand_ins.size(); ++i) {
    const bool is_it =
        to.of.stand_ins[i].type != nullptr && to.of.stand_ins[i].type->record == type->record;
    if (is_it) return !to.is_fixed[i];
  }
  const auto known = record_entities_.find(type->record);
  if (known == record_entities_.end()) return false;
  const std::vector<TemplateArgument>& arguments = known->second->arguments;
  return std::any_of(arguments.begin(), arguments.end(), [&](const TemplateArgument& argument) {
    return argument.type != nullptr && mentions_stand_in(argument.type, to);
  });
}

namespace {

bool has_more_qualifiers(const Type* one, const Type* other) {
  return (one->is_const && !other->is_const) || (one->is_volatile && !other->is_volatile);
}

}  // namespace

bool Names::deduce(const Type* pattern, const Type* actual, Deduction& to, bool is_strict) const {
  const std::vector<TemplateArgument>& stand_ins = to.of.stand_ins;
  budget().charge(1 + stand_ins.size());
  for (size_t i = 0; i < stand_ins.size(); ++i) {
    if (stand_ins[i].type == nullptr || !pattern->is_record() ||
        pattern->record != stand_ins[i].type->record)
      continue;
    if (is_strict && has_more_qualifiers(pattern, actual)) return false;
    const Type* type = actual == unit_.types.null_type()
                           ? unit_.types.pointer_to(unit_.types.void_type())
                           : actual;
    if (pattern->is_const) type = unit_.types.with_const(type, false);
    if (pattern->is_volatile) type = unit_.types.with_volatile(type, false);
    if (to.known[i]) {
      if (to.is_fixed[i] || to.arguments[i].type == type) return true;
      to.conflict = say("'{name}' would be both {first} and {second}",
                        "name"_a = to.of.template_parameters[i].name,
                        "first"_a = name_of(to.arguments[i].type), "second"_a = name_of(type));
      return false;
    }
    to.arguments[i].type = type;
    to.known[i] = true;
    return true;
  }
  if (pattern->kind != actual->kind) {  // it may still fit by a conversion
    if (!is_strict && !mentions_stand_in(pattern, to)) return true;
    to.conflict =
        pattern->is_pointer() ? say("'{type}' is not a pointer", "type"_a = name_of(actual))
        : pattern->is_array() ? say("'{type}' is not an array", "type"_a = name_of(actual))
                              : say("'{type}' is not such a type", "type"_a = name_of(actual));
    return false;
  }
  if (pattern->is_pointer()) {
    const bool drops = has_more_qualifiers(actual->element, pattern->element);
    return !(is_strict && drops && !mentions_stand_in(pattern->element, to)) &&
           deduce(pattern->element, actual->element, to, is_strict);
  }
  if (pattern->is_array()) {
    return deduce_value(pattern->count, actual->count, to) &&
           deduce(pattern->element, actual->element, to, is_strict);
  }
  if (!pattern->is_record()) return !is_strict || pattern == actual;
  const auto of = record_entities_.find(pattern->record);
  const auto given = record_entities_.find(actual->record);
  if (of == record_entities_.end() || given == record_entities_.end())
    return !is_strict || pattern == actual;
  const RecordEntity& a = *of->second;
  const RecordEntity& b = *given->second;
  if (a.declaration != b.declaration && a.primary != b.primary) return !is_strict;
  for (size_t i = 0; i < a.arguments.size() && i < b.arguments.size(); ++i) {
    const bool is_fine = a.arguments[i].type != nullptr && b.arguments[i].type != nullptr
                             ? deduce(a.arguments[i].type, b.arguments[i].type, to, is_strict)
                             : deduce_value(a.arguments[i].value, b.arguments[i].value, to);
    if (!is_fine) return false;
  }
  return true;
}

bool Names::deduce_value(uint64_t pattern, uint64_t actual, Deduction& to) {
  for (size_t i = 0; i < to.of.stand_ins.size(); ++i) {
    if (to.of.stand_ins[i].type != nullptr || pattern != stand_in_value(i)) continue;
    if (to.known[i]) {
      if (to.is_fixed[i] || to.arguments[i].value == actual) return true;
      to.conflict = say("'{name}' would be both {first} and {second}",
                        "name"_a = to.of.template_parameters[i].name,
                        "first"_a = to.arguments[i].value, "second"_a = actual);
      return false;
    }
    to.arguments[i].value = actual;
    to.known[i] = true;
  }
  return true;
}

// Whether all arguments that fit `a` also fit `b`: deduces `b` from the types of a's parameters,
// with stand-ins ([temp.deduct.partial]).
bool Names::is_as_special(const FunctionEntity& a, const FunctionEntity& b,
                          size_t arguments) const {
  const size_t count = b.template_parameters.size();
  Deduction deduction{b, std::vector<TemplateArgument>(count), std::vector<bool>(count),
                      std::vector<bool>(count), ""};
  for (size_t i = 0; i < arguments; ++i) {
    const Type* actual = unit_.types.unqualified(a.pattern->parameters[i].type);
    const Type* pattern = unit_.types.unqualified(b.pattern->parameters[i].type);
    if (!deduce(pattern, actual, deduction, true)) return false;
  }
  return true;
}

bool Names::is_more_special(const FunctionDeclaration& a, const FunctionDeclaration& b,
                            size_t arguments) {
  FunctionEntity& first = *entity_of(a);
  FunctionEntity& second = *entity_of(b);
  const FunctionEntity* patterns[] = {pattern_of(first), pattern_of(second)};
  for (const FunctionEntity* pattern : patterns) {
    if (pattern == nullptr || pattern->parameters.size() < arguments) return false;
  }
  if (!is_as_special(first, second, arguments)) return false;
  if (!is_as_special(second, first, arguments)) return true;
  bool is_more = false;  // between equals: T& before T&&, const T& before T&
  for (size_t i = 0; i < arguments; ++i) {
    const FunctionParameter& x = patterns[0]->parameters[i];
    const FunctionParameter& y = patterns[1]->parameters[i];
    if (!x.is_reference || !y.is_reference) continue;
    const auto order = [](const FunctionParameter& of) {
      return of.type->is_const ? 2 : of.takes_temporaries ? 0 : 1;
    };
    if (order(x) < order(y)) return false;
    is_more |= order(x) > order(y);
  }
  return is_more;
}

}  // namespace warplens::lang
