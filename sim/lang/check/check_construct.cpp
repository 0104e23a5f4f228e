// What objects are made from: lists, constructors, functional casts; what references are bound to.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

constexpr uint64_t kBytesAPart = sizeof(Literal) + sizeof(ExprPtr);

}  // namespace

// ------------------------------------------------------------------------------ entry points

ExprPtr Checker::initialize(ExprPtr unchecked, const Type* type, Span span) {
  if (!unchecked) return nullptr;
  if (is_braced_list(*unchecked)) {
    return initialize_from_list(take_as<Construct>(std::move(unchecked)), type, span);
  }
  if (is_function_pointer(type)) {
    if (ExprPtr function = function_pointer(*unchecked, type)) return function;
  }
  return initialize_checked(check(std::move(unchecked)), type);
}

ExprPtr Checker::initialize_checked(ExprPtr checked, const Type* type) {
  if (!checked) return nullptr;
  type = plain(type);
  if (!type->is_record()) {
    checked = to_value(std::move(checked));
    if (checked->type->is_void()) {
      reporter_.error(checked->span, say("this has no value: its type is void"));
      return nullptr;
    }
    return convert_value(std::move(checked), type);
  }
  if (is_base_of(type, checked->type)) checked = base_of(std::move(checked), type);
  if (!checked) return nullptr;
  if (plain(checked->type) == type) return copy(std::move(checked), type);
  if (is_dimension(plain(checked->type)) && is_dimension(type)) {
    return convert_dimension(std::move(checked), type);
  }
  if (converts_to(*checked, type)) return convert_record(std::move(checked), type);
  const bool is_count = type == types().vector("dim3") && checked->type->is_scalar();
  if (!is_count && declarations().constructors(*type->record).empty()) {
    return convert_value(to_value(std::move(checked)), type);
  }
  auto list = make_at<Construct>(*checked, nullptr);
  list->has_parentheses = true;
  const Span span = checked->span;
  list->elements.push_back(std::move(checked));
  InitializerList values{std::move(list->elements), 0, true, true, span};
  return initialize_record(std::move(values), type);
}

ExprPtr Checker::check_construct(ExprPtr expr) {
  const Type* type = expr->type;
  if (type == nullptr) {
    reporter_.error(expr->span, say("a list in braces is only possible as an initialiser"));
    return nullptr;
  }
  auto& node = as<Construct>(*expr);
  if (type->is_scalar() || type->is_pointer() || type->is_void()) {
    if (node.elements.size() == 1 && !is_braced_list(*node.elements[0])) {
      auto cast = make_at<Cast>(*expr, type);
      cast->operand = std::move(node.elements[0]);
      return check_cast(std::move(cast));
    }
    if (node.elements.empty() && type->is_scalar()) {
      return make_literal(*expr, Constant{type->scalar, 0, 0});
    }
  }
  const Span span = expr->span;
  const bool from_macro = expr->from_macro;
  ExprPtr made = initialize_from_list(take_as<Construct>(std::move(expr)), type, span);
  if (!made) return nullptr;
  made->span = span;
  made->from_macro = from_macro;
  return made;
}

ExprPtr Checker::initialize_from_list(std::unique_ptr<Construct> list, const Type* type,
                                      Span span) {
  type = plain(type);
  InitializerList values{std::move(list->elements),   0, false, list->has_parentheses, span, false,
                         std::move(list->designators)};
  if (!check_designators(values, type)) return nullptr;
  if (type->is_record()) return initialize_record(std::move(values), type);
  if (type->is_array()) {
    ExprPtr made = fill(values, type);
    return made && all_used(values, name_of(type)) ? std::move(made) : nullptr;
  }
  if (values.elements.empty()) return zero_value(type, span);
  if (values.elements.size() > 1) {
    reporter_.error(span, say("'{type}' is made from one value, not {count}",
                              "type"_a = name_of(type), "count"_a = values.elements.size()));
    return nullptr;
  }
  return initialize(std::move(values.elements[0]), type, span);
}

// T(a, b), T{a, b} and {a, b} of a record: by a constructor, or member by member.
ExprPtr Checker::initialize_record(InitializerList values, const Type* type) {
  const Record& record = *type->record;
  if (!record.is_complete) {
    reporter_.error(values.span, say("'{type}' is declared only: its members are not known",
                                     "type"_a = record.name));
    return nullptr;
  }
  const bool has_list = !values.has_parentheses && !values.elements.empty();
  const Type* list = has_list ? list_taken(record) : nullptr;
  if (list != nullptr && !is_function_pointer(list->record->fields[0].type->element)) {
    if (!check_values(values)) return nullptr;
    if (!are_elements_of(values, list)) list = nullptr;
  }
  if (values.elements.size() == 1 && !is_braced_list(*values.elements[0]) && list == nullptr) {
    if (!values.is_checked) values.elements[0] = check(std::move(values.elements[0]));
    values.is_checked = true;
    if (values.elements[0] && is_base_of(type, values.elements[0]->type))
      values.elements[0] = base_of(std::move(values.elements[0]), type);
    if (!values.elements[0]) return nullptr;
    const Type* from = plain(values.elements[0]->type);
    if (from == type) return copy(std::move(values.elements[0]), type);
    if (is_dimension(from) && is_dimension(type))
      return convert_dimension(std::move(values.elements[0]), type);
    const bool has_constructors = !declarations().constructors(record).empty();
    if (converts_to(*values.elements[0], type) ||
        (!has_constructors && conversion_operator(*values.elements[0], type) != nullptr))
      return convert_record(std::move(values.elements[0]), type);
  }
  if (is_initializer_list(type) && !values.is_checked)
    return make_initializer_list(std::move(values), type);
  if (!declarations().constructors(record).empty()) {
    if (list != nullptr) {
      ExprPtr whole = make_initializer_list(std::move(values), list);
      if (!whole) return nullptr;
      InitializerList one{{}, 0, true, true, whole->span};
      one.elements.push_back(std::move(whole));
      return initialize_by_constructor(std::move(one), type);
    }
    return initialize_by_constructor(std::move(values), type);
  }
  const bool is_dim3 = type == types().vector("dim3");
  const bool is_pair =
      type == types().vector("__half2") || type == types().vector("__nv_bfloat162");
  if (values.has_parentheses && !values.elements.empty() && !is_dim3 && !is_pair) {
    reporter_.error(values.span, say("'{type}' has no constructor", "type"_a = record.name),
                    record.is_vector ? say("write make_{type}(...)", "type"_a = record.name)
                                     : say("write {type}{{...}}", "type"_a = record.name));
    return nullptr;
  }
  ExprPtr made = fill(values, type);
  if (!made || !all_used(values, "'" + record.name + "'")) return nullptr;
  as<Construct>(*made).has_parentheses = values.has_parentheses;
  auto& elements = as<Construct>(*made).elements;
  while (is_dim3 && elements.size() < record.fields.size()) {  // its constructor's defaults
    auto one = make_at<Literal>(*made, scalar(Scalar::kUInt));
    one->bits = 1;
    elements.push_back(std::move(one));
  }
  return made;
}

// ------------------------------------------------------------------------------ constructors

ExprPtr Checker::initialize_by_constructor(InitializerList values, const Type* type) {
  auto made = std::make_unique<Materialize>();
  made->span = values.span;
  made->type = type;
  made->is_lvalue = true;
  made->variable = declare("", values.span, type, Storage::kLocal);
  made->constructor = construct(variable_address(*made->variable, values.span), *type->record,
                                std::move(values.elements), values.is_checked, values.span);
  return made->constructor ? to_value(std::move(made)) : nullptr;
}

ExprPtr Checker::copied(ExprPtr checked) {
  if (!checked || !checked->type->is_record()) return checked;
  const Type* type = plain(checked->type);
  return copy(std::move(checked), type);
}

// A new object of the type from an object of that type, by the user's copy constructor if there is
// one. A temporary that a call or a constructor has just made is itself the new object.
ExprPtr Checker::copy(ExprPtr checked, const Type* type) {
  const bool is_read = checked->kind == ExprKind::kLoad;
  const Expr& object = is_read ? *as<Load>(*checked).operand : *checked;
  const bool is_object = object.is_lvalue && object.kind != ExprKind::kMaterialize;
  const Record* special = is_object ? with_own(type, Copying::kConstruct) : nullptr;
  if (special == nullptr) return to_value(std::move(checked));
  if (is_read) checked = std::move(as<Load>(*checked).operand);
  if (special != type->record) return copy_members(std::move(checked), type);
  const Span span = checked->span;
  InitializerList values{{}, 0, true, true, span};
  values.elements.push_back(std::move(checked));
  return initialize_by_constructor(std::move(values), type);
}

// The struct (the type or one of its members at any depth) with a user's copy constructor or
// assignment; null if there is none.
const Record* Checker::with_own(const Type* type, Copying copying) {
  const base::Budget::Level level(budget_);
  budget_.charge();
  type = array_base(type);
  if (!type->is_record() || type->record->is_vector) return nullptr;
  const Record& record = *type->record;
  const bool is_construction = copying == Copying::kConstruct;
  const auto functions = is_construction ? declarations().constructors(record)
                                         : declarations().members(record, "operator=");
  const bool has_own = std::any_of(functions.begin(), functions.end(), [&](const auto* function) {
    return !function->is_template && !function->parameters.empty() &&
           plain(function->parameters[0].type) == plain(type) &&
           (is_construction ? function->parameters[0].is_reference : true) &&
           (function->parameters.size() == 1 || function->parameters[1].has_default);
  });
  if (has_own) return &record;
  if (record.is_union) return nullptr;
  for (const Field& field : record.fields) {
    if (const Record* found = with_own(field.type, copying)) return found;
  }
  return nullptr;
}

// The call that makes an object at `address`.
ExprPtr Checker::construct(ExprPtr address, const Record& record, std::vector<ExprPtr> arguments,
                           bool is_checked, Span span) {
  auto call = std::make_unique<Call>();
  call->name = record.name;
  call->span = span;
  call->name_span = span;
  call->arguments = std::move(arguments);
  for (ExprPtr& argument : call->arguments) {
    if (!is_checked && !is_braced_list(*argument)) argument = check(std::move(argument));
    if (!argument) return nullptr;
  }
  CallSite site;
  site.name = record.name;
  site.span = site.name_span = span;
  site.arguments = &call->arguments;
  site.written = &call->template_arguments;
  const FunctionDeclaration* chosen = choose(site, declarations().constructors(record), true);
  return chosen != nullptr ? make_call(std::move(call), *chosen, std::move(address)) : nullptr;
}

ExprPtr Checker::construct_this(ExprPtr list, Span span) {
  Variable& self = *find_local("this");
  return construct(to_value(name_of_variable(self, span)), *self.type->element->record,
                   std::move(as<Construct>(*list).elements), false, span);
}

ExprPtr Checker::name_of_variable(Variable& variable, Span span) {
  auto name = std::make_unique<VariableRef>();
  name->span = span;
  name->name = variable.name;
  name->variable = &variable;
  name->type = variable.type;
  name->is_lvalue = true;
  return name;
}

ExprPtr Checker::variable_address(Variable& variable, Span span) {
  return address_of(name_of_variable(variable, span));
}

bool Checker::needs_construction(const Type* type) {
  const base::Budget::Level level(budget_);
  budget_.charge();
  if (type->is_array()) return needs_construction(type->element);
  if (plain(type) == types().vector("dim3")) return declarations().is_host();  // 1, 1, 1
  if (!type->is_record() || type->record->is_vector) return false;
  const Record& record = *type->record;
  if (!declarations().constructors(record).empty()) return true;
  for (size_t i = 0; i < record.fields.size(); ++i) {
    if (!record.is_union && needs_construction(record.fields[i].type)) return true;
    if (declarations().field_initializer(record, i)) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------ lists

ExprPtr Checker::zero_value(const Type* type, Span span) {
  const base::Budget::Level level(budget_);
  budget_.keep(kBytesAPart);
  type = plain(type);
  if (type->is_record() || type->is_array()) {
    InitializerList none{{}, 0, true, false, span};
    return type->is_record() ? initialize_record(std::move(none), type) : fill(none, type);
  }
  auto zero = std::make_unique<Literal>();
  zero->span = span;
  zero->type = type;
  return zero;
}

bool Checker::all_used(const InitializerList& values, const std::string& type) {
  if (values.next >= values.elements.size()) return true;
  if (!values.designators.empty()) {
    reporter_.error(values.elements[values.next]->span,
                    say("'.{name}' comes too late: values are in the order of the members",
                        "name"_a = values.designators[values.next]));
    return false;
  }
  reporter_.error(values.elements[values.next]->span,
                  say("more values than {type} has members ({count})", "type"_a = type,
                      "count"_a = values.next));
  return false;
}

// The next value of a list for a part of `type`; a list of its own, or, without inner braces, as
// many values as the part has.
ExprPtr Checker::next_value(InitializerList& values, const Type* type) {
  ExprPtr& next = values.elements[values.next];
  if (next->kind == ExprKind::kString && type->is_array()) {
    auto made = make_at<Construct>(*next, plain(type));
    ++values.next;
    return add_characters(*next, type, made->elements) ? std::move(made) : nullptr;
  }
  if (is_braced_list(*next)) {
    ++values.next;
    const Span span = next->span;
    return initialize(std::move(next), type, span);
  }
  if (!values.is_checked && !values.checked_next) next = check(std::move(next));
  values.checked_next = true;
  if (!next) return nullptr;
  const bool has_parts =
      type->is_array() || (type->is_record() && plain(next->type) != plain(type) &&
                           !(is_dimension(plain(next->type)) && is_dimension(plain(type))) &&
                           declarations().constructors(*type->record).empty());
  if (has_parts) return fill(values, type);
  ++values.next;
  values.checked_next = false;
  return initialize_checked(std::move(next), type);
}

bool Checker::check_designators(const InitializerList& values, const Type* type) {
  for (size_t i = 0; i < values.designators.size(); ++i) {
    const std::string& name = values.designators[i];
    if (!type->is_record()) {
      reporter_.error(values.elements[i]->span, say("'{type}' has no member '{name}'",
                                                    "type"_a = name_of(type), "name"_a = name));
      return false;
    }
    const Record& record = *type->record;
    if (record.find(name) != nullptr || record.find_around(name) != nullptr) continue;
    reporter_.error(values.elements[i]->span,
                    say("'{type}' has no member '{name}'", "type"_a = record.name, "name"_a = name),
                    did_you_mean(nearest(name, field_names(record))));
    return false;
  }
  return true;
}

// Whether the next value of the list is for the field.
bool Checker::has_value_for(const InitializerList& values, const Field& field) {
  if (values.next >= values.elements.size()) return false;
  if (values.designators.empty()) return true;
  const std::string& name = values.designators[values.next];
  if (!field.name.empty()) return field.name == name;
  const Record& inner = *field.type->record;
  return inner.find(name) != nullptr || inner.find_around(name) != nullptr;
}

// The next value of a list as what a reference member refers to.
ExprPtr Checker::refer(InitializerList& values, const Type* referred) {
  const bool is_checked = values.is_checked || values.checked_next;
  ExprPtr next = std::move(values.elements[values.next++]);
  values.checked_next = false;
  return is_checked ? bind(std::move(next), referred, is_const_object(referred))
                    : bind_reference(std::move(next), referred, is_const_object(referred));
}

// One member of a union: the one that is named, or has an initial value, or else the first.
ExprPtr Checker::fill_union(InitializerList& values, const Type* type) {
  const std::vector<Field>& fields = type->record->fields;
  auto made = std::make_unique<Construct>();
  made->span = values.span;
  made->type = plain(type);
  for (size_t i = 0; i < fields.size(); ++i) {
    const bool has_value = has_value_for(values, fields[i]);
    ExprPtr initial = values.next < values.elements.size()
                          ? nullptr
                          : declarations().field_initializer(*type->record, i);
    if (!has_value && !initial) continue;
    made->elements.resize(i + 1);
    made->elements[i] = has_value ? next_value(values, fields[i].type)
                                  : initialize(std::move(initial), fields[i].type, values.span);
    if (!made->elements[i]) return nullptr;
    break;
  }
  return made;
}

// A record without constructors, or an array, from the list's next values; what the list does not
// reach has its member's initial value, or zero.
ExprPtr Checker::fill(InitializerList& values, const Type* type) {
  if (type->is_record() && type->record->is_union) return fill_union(values, type);
  auto made = std::make_unique<Construct>();
  made->span = values.span;
  made->type = plain(type);
  const bool is_array = type->is_array();
  const uint64_t parts = is_array ? type->count : type->record->fields.size();
  size_t known = 0;  // the elements after these are zero
  for (uint64_t i = 0; i < parts; ++i) {
    budget_.keep(kBytesAPart);
    const Type* part = is_array ? type->element : type->record->fields[i].type;
    ExprPtr value;
    const Field* field = is_array ? nullptr : &type->record->fields[i];
    const bool has_value =
        is_array ? values.next < values.elements.size() : has_value_for(values, *field);
    if (field != nullptr && field->is_reference && !has_value) {
      reporter_.error(values.span,
                      say("the reference '{name}' refers to nothing", "name"_a = field->name),
                      say("give it a variable: = ..."));
      return nullptr;
    }
    if (has_value) {
      if (field != nullptr && field->is_reference)
        value = refer(values, part->element);
      else if (field != nullptr && field->name.empty() && !values.designators.empty())
        value = fill(values, part);
      else
        value = next_value(values, part);
      if (!value) return nullptr;
      known = i + 1;
    } else if (is_array && !needs_construction(part)) {
      break;
    } else {
      ExprPtr initial = is_array ? nullptr : declarations().field_initializer(*type->record, i);
      if (initial || needs_construction(part)) known = i + 1;
      value = initial ? initialize(std::move(initial), part, values.span)
                      : zero_value(part, values.span);
      if (!value) return nullptr;
    }
    made->elements.push_back(std::move(value));
  }
  made->elements.resize(known);
  return made;
}

// The elements of an array's declarator, row by row; of inner arrays too.
bool Checker::fill_elements(InitializerList& values, const Type* array,
                            std::vector<ExprPtr>& elements) {
  const Type* element = array->element;
  const size_t begin = elements.size();
  const size_t row =
      size_of(array_base(element)) == 0 ? 1 : size_of(element) / size_of(array_base(element));
  for (uint64_t i = 0; i < array->count && values.next < values.elements.size(); ++i) {
    ExprPtr& next = values.elements[values.next];
    if (!element->is_array()) {
      ExprPtr value = next_value(values, element);
      if (!value) return false;
      elements.push_back(std::move(value));
      continue;
    }
    if (next->kind == ExprKind::kString && !element->element->is_array()) {
      ++values.next;
      if (!add_characters(*next, element, elements)) return false;
    } else if (is_braced_list(*next)) {
      InitializerList inner{std::move(as<Construct>(*next).elements), 0, false, false, next->span};
      ++values.next;
      if (!fill_elements(inner, element, elements) || !all_elements_used(inner, element))
        return false;
    } else if (!fill_elements(values, element, elements)) {
      return false;
    }
    while ((elements.size() - begin) % row != 0) {
      elements.push_back(zero_value(array_base(element), values.span));
    }
  }
  return true;
}

bool Checker::all_elements_used(const InitializerList& values, const Type* array) {
  if (values.next >= values.elements.size()) return true;
  uint64_t most = array->count;
  for (const Type* inner = array->element; inner->is_array(); inner = inner->element)
    most *= inner->count;
  reporter_.error(values.elements[values.next]->span,
                  say("more values than the array has elements ({count})", "count"_a = most));
  return false;
}

// char name[8] = "text": its characters, and zeros up to the end of the array.
bool Checker::add_characters(const Expr& string, const Type* array,
                             std::vector<ExprPtr>& elements) {
  const std::string& text = as<String>(string).text;
  const Type* type = plain(array->element);
  const bool is_of_characters = type->is_scalar() && base::size_of(type->scalar) == 1;
  if (!is_of_characters || text.size() + 1 > array->count) {
    reporter_.error(string.span, is_of_characters
                                     ? say("the string is longer than the array")
                                     : say("only an array of characters is made from a string"));
    return false;
  }
  for (uint64_t i = 0; i < array->count; ++i) {
    auto literal = make_at<Literal>(string, type);
    literal->bits = i < text.size() ? static_cast<uint64_t>(int64_t{text[i]}) : 0;
    elements.push_back(std::move(literal));
  }
  return true;
}

uint64_t Checker::elements_of_list(const Expr& unchecked, const Type* element) {
  if (unchecked.kind == ExprKind::kString) return as<String>(unchecked).text.size() + 1;
  if (!is_braced_list(unchecked)) return 0;
  uint64_t row = 1;  // values that an element without inner braces takes
  for (; element->is_array(); element = element->element) row *= element->count;
  uint64_t whole = 0, loose = 0;
  for (const ExprPtr& value : as<Construct>(unchecked).elements) {
    if (row > 1 && !is_braced_list(*value) && value->kind != ExprKind::kString)
      ++loose;
    else
      ++whole;
  }
  return whole + (loose + row - 1) / row;
}

// ------------------------------------------------------------------------------ variables

bool Checker::initialize_variable(Declarator& declarator, ExprPtr unchecked, Span span) {
  if (!initialize_value(declarator, std::move(unchecked), span)) return false;
  Variable& variable = *declarator.variable;
  if (variable.storage != Storage::kLocal) return true;
  if (!variable.is_reference) return add_destructors_of(variable, declarator.destructors);
  extend_lifetime(declarator);
  return true;
}

bool Checker::initialize_value(Declarator& declarator, ExprPtr unchecked, Span span) {
  Variable& variable = *declarator.variable;
  declarator.has_initializer = unchecked != nullptr;
  if (variable.is_reference) {
    if (!unchecked) {
      reporter_.error(span,
                      say("the reference '{name}' refers to nothing", "name"_a = variable.name),
                      say("give it a variable: = ..."));
      return false;
    }
    const Type* referred = variable.type->element;
    declarator.value = bind_reference(std::move(unchecked), referred, is_const_object(referred));
  } else if (variable.type->is_array()) {
    return initialize_array(declarator, std::move(unchecked), span);
  } else if (unchecked) {
    declarator.value = initialize_object(declarator, std::move(unchecked), span);
  } else if (needs_construction(variable.type) ||
             plain(variable.type) == types().vector("dim3")) {  // 1, 1, 1
    InitializerList none{{}, 0, true, true, span};
    return take_constructed(declarator, initialize_record(std::move(none), plain(variable.type)));
  } else {
    return true;
  }
  return declarator.value != nullptr || declarator.constructor != nullptr;
}

ExprPtr Checker::initialize_object(Declarator& declarator, ExprPtr unchecked, Span span) {
  const Type* type = declarator.variable->type;
  const bool is_braced_argument = is_braced_list(*unchecked) &&
                                  as<Construct>(*unchecked).has_parentheses && !type->is_record() &&
                                  as<Construct>(*unchecked).elements.empty();
  if (is_braced_argument) {
    reporter_.error(span, say("a value is missing between the parentheses"));
    return nullptr;
  }
  take_constructed(declarator, initialize(std::move(unchecked), type, span));
  return std::move(declarator.value);
}

bool Checker::initialize_array(Declarator& declarator, ExprPtr unchecked, Span span) {
  Variable& variable = *declarator.variable;
  const Type* element = array_base(variable.type);
  if (unchecked && unchecked->kind == ExprKind::kString)
    return add_characters(*unchecked, variable.type, declarator.elements);
  if (unchecked) {
    if (!is_braced_list(*unchecked) || as<Construct>(*unchecked).has_parentheses) {
      reporter_.error(unchecked->span, say("an array is initialised by a list"),
                      say("write = {{1, 2, 3}}; an array cannot be copied as a whole"));
      return false;
    }
    InitializerList values{std::move(as<Construct>(*unchecked).elements), 0, false, false, span};
    if (!fill_elements(values, variable.type, declarator.elements)) return false;
    if (!all_elements_used(values, variable.type)) return false;
  }
  if (!needs_construction(element)) return true;
  declarator.has_initializer = true;
  const uint64_t count = size_of(variable.type) / size_of(element);
  constexpr uint64_t kMostConstructed = 4096;
  if (count > kMostConstructed) {
    reporter_.error(span,
                    say("an array of {count} objects with constructors is too large for a thread",
                        "count"_a = count));
    return false;
  }
  while (declarator.elements.size() < count) {
    ExprPtr value = zero_value(element, span);
    if (!value) return false;
    declarator.elements.push_back(std::move(value));
  }
  return !is_host_only() || construct_elements(declarator, span);
}

// ------------------------------------------------------------------------------ references

ExprPtr Checker::bind_reference(ExprPtr unchecked, const Type* referred, bool takes_temporaries) {
  if (!unchecked) return nullptr;
  if (is_braced_list(*unchecked)) {
    const Span span = unchecked->span;
    return address_of(materialize(initialize(std::move(unchecked), referred, span)));
  }
  return bind(check(std::move(unchecked)), referred, takes_temporaries);
}

ExprPtr Checker::bind(ExprPtr checked, const Type* referred, bool takes_temporaries) {
  if (!checked) return nullptr;
  if (referred == nullptr) referred = checked->type;  // auto&
  if (is_base_of(referred, checked->type)) checked = base_of(std::move(checked), referred);
  if (!checked) return nullptr;
  const bool is_same = plain(checked->type) == plain(referred);
  if (checked->is_lvalue && is_same && !(takes_temporaries && is_bit_field(*checked))) {
    if (is_const_object(checked->type) && !is_const_object(referred)) {
      reporter_.error(checked->span, say("this is const, and the reference may write it"),
                      say("write const {type}&", "type"_a = name_of(referred)));
      return nullptr;
    }
    if (drops_volatile(checked->type, referred) && !is_const_object(referred)) {
      reporter_.error(checked->span, say("this is volatile, and the reference is not"),
                      say("write volatile {type}&", "type"_a = name_of(referred)));
      return nullptr;
    }
    const Span span = checked->span;
    ExprPtr pointer = address_of(std::move(checked));
    if (!pointer) return nullptr;
    pointer->span = span;
    return cast(std::move(pointer), types().pointer_to(referred));
  }
  if (!takes_temporaries) {
    if (!checked->is_lvalue) {
      reporter_.error(checked->span, say("a reference needs a variable, and this is a value"),
                      say("write const {type}&", "type"_a = name_of(referred)));
      return nullptr;
    }
    reporter_.error(checked->span,
                    say("a reference to '{type}' cannot refer to '{other}'",
                        "type"_a = name_of(referred), "other"_a = name_of(checked->type)));
    return nullptr;
  }
  ExprPtr pointer = address_of(materialize(initialize_checked(std::move(checked), referred)));
  return cast(std::move(pointer), types().pointer_to(referred));
}

// ------------------------------------------------------------------------------ dim3 and uint3

// The two have the same three members, and each converts to the other.
bool Checker::is_dimension(const Type* type) {
  return type == types().vector("dim3") || type == types().vector("uint3");
}

ExprPtr Checker::convert_dimension(ExprPtr checked, const Type* type) {
  if (checked->kind == ExprKind::kConstruct) {
    checked->type = type;
    return checked;
  }
  if (!checked->is_lvalue) checked = materialize(std::move(checked));
  if (!checked) return nullptr;
  auto pointer = make_at<Cast>(*checked, types().pointer_to(type));
  auto place = make_at<Dereference>(*checked, type);
  pointer->operand = address_of(std::move(checked));
  place->pointer = std::move(pointer);
  place->is_lvalue = true;
  place->is_implicit = true;
  return to_value(std::move(place));
}

}  // namespace warplens::lang
