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

TemplateArgument Names::stand_in(const TemplateParameter& parameter, size_t number) {
  TemplateArgument made;
  if (parameter.is_pack) {
    TemplateParameter one = parameter;
    one.is_pack = false;
    made.is_pack = true;
    made.elements.push_back(stand_in(one, number));
  } else if (parameter.is_template) {
    made.meant = make_entity(EntityKind::kRecord, "", file_, 0);
    made.meant->is_template = true;
    TemplateParameter any;  // it takes whatever arguments it is given
    any.is_type = any.is_pack = true;
    made.meant->parameters.push_back(any);
  } else if (parameter.is_type) {
    Record* record = unit_.types.make_record(parameter.name, parameter.span);
    record->size = 1;
    made.type = unit_.types.record(record);
  } else {
    made.value = stand_in_value(number);
  }
  return made;
}

// The stand-ins of a template's parameters.
std::vector<TemplateArgument> Names::stand_ins(const std::vector<TemplateParameter>& parameters) {
  std::vector<TemplateArgument> made;
  for (size_t i = 0; i < parameters.size(); ++i) made.push_back(stand_in(parameters[i], i));
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
  const size_t errors = reporter_.count();
  const Reporter::Trial trial(reporter_);
  pattern->is_template = false;
  pattern->head = ReadState::kUnread;
  pattern->scope = bind(of.template_parameters, of.stand_ins, of.scope);
  FunctionEntity* made = own(std::move(pattern));
  const bool is_fine = read_head(*made);
  reporter_.forget_after(errors);
  is_pattern_ = outer;
  of.has_no_pattern = !is_fine;
  of.pattern = is_fine ? made : nullptr;
  return of.pattern;
}

namespace {

// The stand-in for a parameter, or for an element of it.
const TemplateArgument& single(const TemplateArgument& stand_in) {
  return stand_in.is_pack ? stand_in.elements.front() : stand_in;
}

bool has_more_qualifiers(const Type* one, const Type* other) {
  return (one->is_const && !other->is_const) || (one->is_volatile && !other->is_volatile);
}

// The parameters of a function as a template's arguments are.
std::vector<TemplateArgument> arguments_of(const Signature& signature) {
  std::vector<TemplateArgument> all;
  for (const SignatureParameter& parameter : signature.parameters) {
    TemplateArgument& one = all.emplace_back();
    one.type = parameter.type;
    if (parameter.is_reference) one.reference = Reference::kPlace;
  }
  return all;
}

std::string shown(const TemplateArgument& argument) {
  return argument.type != nullptr ? name_of(argument.type) : std::to_string(argument.value);
}

}  // namespace

// Whether one of the classes that `base` is or derives from is an instance of the pattern's
// template; then its arguments are deduced.
bool Names::deduces_from_base(const Type* pattern, const Type* base, Deduction& to) const {
  const RecordEntity& own = *record_entities_.at(pattern->record);
  const auto known = record_entities_.find(base->record);
  if (known == record_entities_.end()) return false;
  if (known->second->primary == own.primary)
    return deduce_arguments(own.arguments, known->second->arguments, to, false);
  const std::vector<RecordEntity*> bases = bases_of(*known->second);
  return std::any_of(bases.begin(), bases.end(), [&](const RecordEntity* further) {
    return deduces_from_base(pattern, further->type, to);
  });
}

bool Names::mentions_stand_in(const Type* type, const Deduction& to) const {
  while (type->is_pointer() || type->is_array()) type = type->element;
  if (type->is_member())
    return mentions_stand_in(type->element, to) ||
           mentions_stand_in(unit_.types.record(type->record), to);
  if (type->is_function()) {
    const std::vector<TemplateArgument> all = arguments_of(*type->signature);
    return mentions_stand_in(type->signature->result, to) ||
           std::any_of(all.begin(), all.end(), [&](const TemplateArgument& argument) {
             return mentions_stand_in(argument.type, to);
           });
  }
  if (!type->is_record()) return false;
  for (size_t i = 0; i < to.stand_ins.size(); ++i) {
    const Type* own = single(to.stand_ins[i]).type;
    if (own != nullptr && own->record == type->record) return !to.is_fixed[i];
  }
  const auto known = record_entities_.find(type->record);
  if (known == record_entities_.end()) return false;
  const std::vector<TemplateArgument>& arguments = known->second->arguments;
  return std::any_of(arguments.begin(), arguments.end(), [&](const TemplateArgument& argument) {
    return argument.type != nullptr && mentions_stand_in(argument.type, to);
  });
}

// Whether an argument holds a pack's stand-in: then it is expanded.
bool Names::mentions_pack(const TemplateArgument& argument, const Deduction& to) const {
  for (size_t i = 0; i < to.stand_ins.size(); ++i) {
    if (!to.stand_ins[i].is_pack) continue;
    const TemplateArgument& own = single(to.stand_ins[i]);
    if (argument.is_value() && own.is_value() && argument.value == own.value) return true;
    if (argument.meant != nullptr && argument.meant == own.meant) return true;
    const Type* type = argument.type;
    while (type != nullptr && (type->is_pointer() || type->is_array())) type = type->element;
    if (type == nullptr || !type->is_record()) continue;
    if (own.type != nullptr && own.type->record == type->record) return true;
    const auto known = record_entities_.find(type->record);
    if (known == record_entities_.end()) continue;
    for (const TemplateArgument& inner : known->second->arguments) {
      const bool does =
          mentions_pack(inner, to) ||
          std::any_of(inner.elements.begin(), inner.elements.end(),
                      [&](const auto& element) { return mentions_pack(element, to); });
      if (does) return true;
    }
  }
  return false;
}

// Notes what a parameter is; false if it is known as something else.
bool Names::take_argument(size_t parameter, const TemplateArgument& actual, Deduction& to) const {
  if (to.known[parameter]) {
    if (to.is_fixed[parameter] || to.arguments[parameter] == actual) return true;
    to.conflict =
        say("'{name}' would be both {first} and {second}", "name"_a = to.parameters[parameter].name,
            "first"_a = shown(to.arguments[parameter]), "second"_a = shown(actual));
    return false;
  }
  to.arguments[parameter] = actual;
  to.known[parameter] = true;
  return true;
}

bool Names::deduce(const Type* pattern, const Type* actual, Deduction& to, bool is_strict) const {
  const std::vector<TemplateArgument>& stand_ins = to.stand_ins;
  budget().charge(1 + stand_ins.size());
  for (size_t i = 0; i < stand_ins.size(); ++i) {
    const Type* own = single(stand_ins[i]).type;
    if (own == nullptr || !pattern->is_record() || pattern->record != own->record) continue;
    if (is_strict && has_more_qualifiers(pattern, actual)) return false;
    const Type* type = actual == unit_.types.null_type()
                           ? unit_.types.pointer_to(unit_.types.void_type())
                           : actual;
    if (pattern->is_const) type = unit_.types.with_const(type, false);
    if (pattern->is_volatile) type = unit_.types.with_volatile(type, false);
    TemplateArgument taken;
    taken.type = type;
    return take_argument(i, taken, to);
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
    TemplateArgument count, given;
    count.value = pattern->count;
    given.value = actual->count;
    return deduce_argument(count, given, to, is_strict) &&
           deduce(pattern->element, actual->element, to, is_strict);
  }
  if (pattern->is_member()) {
    TypeTable& types = unit_.types;
    return deduce(pattern->element, actual->element, to, is_strict) &&
           deduce(types.record(pattern->record), types.record(actual->record), to, is_strict);
  }
  if (pattern->is_function()) {
    if (pattern->signature->is_member != actual->signature->is_member) return false;
    return deduce(pattern->signature->result, actual->signature->result, to, is_strict) &&
           deduce_arguments(arguments_of(*pattern->signature), arguments_of(*actual->signature), to,
                            is_strict);
  }
  if (!pattern->is_record()) return !is_strict || pattern == actual;
  const auto of = record_entities_.find(pattern->record);
  const auto given = record_entities_.find(actual->record);
  if (of == record_entities_.end() || given == record_entities_.end())
    return !is_strict || pattern == actual;
  const RecordEntity& a = *of->second;
  const RecordEntity& b = *given->second;
  for (size_t i = 0; i < stand_ins.size(); ++i) {
    const bool is_own = single(stand_ins[i]).meant != nullptr && b.primary != nullptr &&
                        a.primary == single(stand_ins[i]).meant;
    if (!is_own) continue;
    TemplateArgument taken;
    taken.meant = b.primary;
    // The template's stand-in has all arguments in one pack.
    std::vector<TemplateArgument> flat;
    for (const TemplateArgument& one : b.arguments) {
      if (one.is_pack)
        flat.insert(flat.end(), one.elements.begin(), one.elements.end());
      else
        flat.push_back(one);
    }
    return take_argument(i, taken, to) &&
           deduce_arguments(a.arguments.front().elements, flat, to, is_strict);
  }
  if (a.primary != nullptr && a.primary != b.primary) {
    for (const RecordEntity* base : bases_of(b)) {
      if (deduces_from_base(pattern, base->type, to)) return true;
    }
  }
  if (a.primary == nullptr || a.primary != b.primary) return !is_strict || pattern == actual;
  return deduce_arguments(a.arguments, b.arguments, to, is_strict);
}

bool Names::deduce_argument(const TemplateArgument& pattern, const TemplateArgument& actual,
                            Deduction& to, bool is_strict) const {
  if (pattern.is_unknown || actual.is_unknown) return true;
  if (pattern.is_pack || actual.is_pack) {
    return pattern.is_pack && actual.is_pack &&
           deduce_arguments(pattern.elements, actual.elements, to, is_strict);
  }
  if (pattern.type != nullptr && actual.type != nullptr) {
    const bool is_own = pattern.reference == Reference::kNone && !pattern.type->is_const;
    for (size_t i = 0; is_own && i < to.stand_ins.size(); ++i) {
      if (single(to.stand_ins[i]).type != pattern.type) continue;
      TemplateArgument taken = actual;
      if (taken.type == unit_.types.null_type())
        taken.type = unit_.types.pointer_to(unit_.types.void_type());
      return take_argument(i, taken, to);
    }
    return pattern.reference == actual.reference &&
           deduce(pattern.type, actual.type, to, is_strict);
  }
  for (size_t i = 0; i < to.stand_ins.size(); ++i) {
    const TemplateArgument& own = single(to.stand_ins[i]);
    const bool is_own = pattern.meant != nullptr
                            ? own.meant == pattern.meant && actual.meant != nullptr
                            : own.is_value() && pattern.is_value() && actual.is_value() &&
                                  own.value == pattern.value;
    if (is_own) return take_argument(i, actual, to);
  }
  if (pattern.is_value() && actual.is_value()) return !is_strict || pattern.value == actual.value;
  return pattern == actual;
}

// All of them in order; the last of the pattern, if it holds a pack's stand-in, all that
// remain.
bool Names::deduce_arguments(const std::vector<TemplateArgument>& pattern,
                             const std::vector<TemplateArgument>& actual, Deduction& to,
                             bool is_strict) const {
  const bool is_open = !pattern.empty() && mentions_pack(pattern.back(), to);
  const size_t plain = pattern.size() - (is_open ? 1 : 0);
  if (actual.size() < plain || (!is_open && actual.size() > plain)) return false;
  for (size_t i = 0; i < plain; ++i) {
    const bool is_of_pack = actual[i].is_pack != pattern[i].is_pack;
    if (is_of_pack || !deduce_argument(pattern[i], actual[i], to, is_strict)) return false;
  }
  for (size_t i = plain; i < actual.size(); ++i) {
    if (!deduce_element(pattern.back(), actual[i], i - plain, to, is_strict)) return false;
  }
  return true;
}

// One of the arguments that the expansion of a pattern makes: gives each pack in it an element.
bool Names::deduce_element(const TemplateArgument& pattern, const TemplateArgument& actual,
                           size_t element, Deduction& to, bool is_strict) const {
  Deduction one = to;
  const size_t count = to.parameters.size();
  for (size_t i = 0; i < count; ++i) {
    if (!to.stand_ins[i].is_pack) continue;
    const bool is_known = element < to.arguments[i].elements.size();
    one.known[i] = is_known;
    one.arguments[i] = is_known ? to.arguments[i].elements[element] : TemplateArgument();
  }
  if (!deduce_argument(pattern, actual, one, is_strict)) {
    to.conflict = one.conflict;
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!to.stand_ins[i].is_pack) {
      to.arguments[i] = one.arguments[i];
      to.known[i] = one.known[i];
    } else if (one.known[i] && element >= to.arguments[i].elements.size()) {
      to.arguments[i].is_pack = true;
      to.arguments[i].elements.push_back(one.arguments[i]);
    }
  }
  return true;
}

namespace {

// The parameter that argument `i` is for, of a pattern whose last one may be a pack.
const FunctionParameter& parameter_for(const FunctionEntity& pattern, size_t i) {
  return pattern.parameters[std::min(i, pattern.parameters.size() - 1)];
}

bool ends_in_pack(const FunctionEntity& pattern) {
  return !pattern.parameters.empty() && pattern.parameters.back().is_pack;
}

}  // namespace

// What the arguments of a call say about the template's. False, with the reason, if they do not
// fit.
bool Names::deduce_from_call(const FunctionEntity& pattern,
                             const std::vector<GivenArgument>& arguments, Deduction& to,
                             std::string* reason) {
  const size_t most = ends_in_pack(pattern) ? arguments.size() : pattern.parameters.size();
  for (size_t i = 0; i < arguments.size() && i < most; ++i) {
    const FunctionParameter& parameter = parameter_for(pattern, i);
    TemplateArgument actual, own;
    actual.type = arguments[i].type;
    own.type = parameter.type;
    const bool has_type = actual.type != nullptr && !actual.type->is_void();  // a list has none
    if (own.type == nullptr || !has_type) continue;
    if (!parameter.is_reference && actual.type->is_array())
      actual.type = unit_.types.pointer_to(actual.type->element);
    // A top-level const is not part of a value's type.
    if (!parameter.is_reference) actual.type = unit_.types.unqualified(actual.type);
    if (!parameter.is_reference) own.type = unit_.types.unqualified(own.type);
    const bool is_forwarding =
        parameter.is_reference && parameter.takes_temporaries && !own.type->is_const &&
        std::any_of(to.stand_ins.begin(), to.stand_ins.end(),
                    [&](const TemplateArgument& one) { return single(one).type == own.type; });
    if (is_forwarding && arguments[i].is_place) actual.reference = Reference::kPlace;
    const bool is_fine =
        parameter.is_pack
            ? deduce_element(own, actual, i + 1 - pattern.parameters.size(), to, false)
            : deduce_argument(own, actual, to, false);
    if (is_fine) continue;
    *reason = say("{conflict}: convert an argument, or write the types in < >",
                  "conflict"_a = to.conflict);
    return false;
  }
  return true;
}

// Whether all arguments that fit `a` also fit `b`: deduces `b` from the types of a's parameters,
// with stand-ins ([temp.deduct.partial]).
bool Names::is_as_special(const FunctionEntity& a, const FunctionEntity& b,
                          size_t arguments) const {
  const size_t count = b.template_parameters.size();
  Deduction deduction{b.template_parameters,
                      b.stand_ins,
                      std::vector<TemplateArgument>(count),
                      std::vector<bool>(count),
                      std::vector<bool>(count),
                      ""};
  for (size_t i = 0; i < arguments; ++i) {
    const FunctionParameter& from = parameter_for(*a.pattern, i);
    const FunctionParameter& to = parameter_for(*b.pattern, i);
    if (from.is_pack && !to.is_pack) return false;
    if (from.type == nullptr || to.type == nullptr) continue;
    TemplateArgument actual, pattern;
    actual.type = unit_.types.unqualified(from.type);
    pattern.type = unit_.types.unqualified(to.type);
    const bool is_fine =
        to.is_pack
            ? deduce_element(pattern, actual, i + 1 - b.pattern->parameters.size(), deduction, true)
            : deduce(pattern.type, actual.type, deduction, true);
    if (!is_fine) return false;
  }
  return true;
}

bool Names::is_more_special(const FunctionDeclaration& a, const FunctionDeclaration& b,
                            size_t arguments) {
  FunctionEntity& first = *entity_of(a);
  FunctionEntity& second = *entity_of(b);
  const FunctionEntity* patterns[] = {pattern_of(first), pattern_of(second)};
  for (const FunctionEntity* pattern : patterns) {
    const bool takes_all =
        pattern != nullptr && (ends_in_pack(*pattern) || pattern->parameters.size() >= arguments);
    if (!takes_all) return false;
  }
  if (!is_as_special(first, second, arguments)) return false;
  if (!is_as_special(second, first, arguments)) return true;
  if (ends_in_pack(*patterns[0]) != ends_in_pack(*patterns[1])) return ends_in_pack(*patterns[1]);
  bool is_more = false;  // between equals: T& before T&&, const T& before T&
  for (size_t i = 0; i < arguments; ++i) {
    const FunctionParameter& x = parameter_for(*patterns[0], i);
    const FunctionParameter& y = parameter_for(*patterns[1], i);
    if (!x.is_reference || !y.is_reference || x.type == nullptr || y.type == nullptr) continue;
    const auto order = [](const FunctionParameter& of) {
      return of.type->is_const ? 2 : of.takes_temporaries ? 0 : 1;
    };
    if (order(x) < order(y)) return false;
    is_more |= order(x) > order(y);
  }
  return is_more;
}

}  // namespace warplens::lang
