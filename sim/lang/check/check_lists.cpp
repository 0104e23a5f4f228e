// The values of a list, {a, b}, as the parts of what it initialises: members of a record, elements
// of an array, characters of a string. Inner braces may be left out, values at the end as well.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kBytesAPart = sizeof(Literal) + sizeof(ExprPtr);

}  // namespace

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

}  // namespace warplens::lang
