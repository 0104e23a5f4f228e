#include "sim/prepare/memory_shape.hpp"

#include <fmt/format.h>

#include <optional>

namespace warplens::prepare {
namespace {

// The scalar that a type consists of without gaps; nothing for several scalars, or pointers.
std::optional<base::Scalar> only_scalar(const lang::Type* type) {
  type = lang::array_base(type);
  if (type->is_scalar()) return type->scalar;
  if (!type->is_record()) return std::nullopt;
  std::optional<base::Scalar> only;
  uint64_t bytes = 0;
  for (const lang::Field& field : type->record->fields) {
    const std::optional<base::Scalar> inner = only_scalar(field.type);
    if (!inner || (only && *only != *inner)) return std::nullopt;
    only = inner;
    bytes += lang::size_of(field.type);
  }
  return bytes == type->record->size ? only : std::nullopt;
}

std::string without_spaces(std::string_view name) {
  std::string text(name);
  std::erase(text, ' ');
  return text;
}

// The struct under arrays and pointers, or a member's, if it has that name; else null.
const lang::Type* struct_in(const lang::Type* type, const std::string& name) {
  while (type != nullptr && (type->is_array() || type->is_pointer())) type = type->element;
  if (type == nullptr || !type->is_record() || type->record->is_vector) return nullptr;
  const std::string own = without_spaces(type->record->name);
  const size_t colons = own.substr(0, own.find('<')).rfind("::");
  if (own == name || (colons != std::string::npos && own.substr(colons + 2) == name)) return type;
  for (const lang::Field& field : type->record->fields) {
    const lang::Type* inner = field.type->is_pointer() ? field.type->element : field.type;
    if (inner->is_record() && without_spaces(inner->record->name) == name) return inner;
  }
  return nullptr;
}

}  // namespace

launch::ArrayArgument array_of(const lang::Type* type, uint64_t count) {
  launch::ArrayArgument array;
  array.extents = {count};
  const lang::Type* element = lang::array_base(type);
  if (element->is_record() && !element->record->is_vector && element->record->is_complete) {
    array.struct_name = without_spaces(element->record->name);
    const std::vector<uint64_t> extents = lang::extents_of(type);
    array.extents.insert(array.extents.end(), extents.begin(), extents.end());
    return array;
  }
  const MemoryShape shape = memory_shape(type);
  array.element = shape.element;
  array.extents.insert(array.extents.end(), shape.extents.begin(), shape.extents.end());
  return array;
}

const lang::Type* find_struct(const lang::Unit& unit, const lang::Kernel& kernel,
                              std::string_view name) {
  const std::string wanted = without_spaces(name);
  for (const lang::Variable* parameter : kernel.parameters) {
    if (const lang::Type* found = struct_in(parameter->type, wanted)) return found;
  }
  for (const auto& variable : unit.globals) {
    if (const lang::Type* found = struct_in(variable->type, wanted)) return found;
  }
  return nullptr;
}

MemoryShape memory_shape(const lang::Type* type) {
  MemoryShape shape;
  shape.extents = lang::extents_of(type);
  const lang::Type* element = lang::array_base(type);
  if (element->is_scalar()) {
    shape.element = element->scalar;
  } else if (element->is_pointer()) {
    shape.element = base::Scalar::kULongLong;
  } else if (element->is_record()) {
    shape.element = only_scalar(element).value_or(base::Scalar::kUChar);
    const uint64_t count = lang::size_of(element) / base::size_of(shape.element);
    if (count > 1) shape.extents.push_back(count);
  } else {
    shape.element = base::Scalar::kUChar;
  }
  return shape;
}

std::string element_words(const lang::Type* type) {
  const lang::Type* element = lang::array_base(type);
  std::string words =
      element->is_scalar() ? std::string(base::name_of(element->scalar)) : lang::name_of(element);
  if (words.starts_with("const ")) words.erase(0, 6);
  if (!element->is_record() || !element->record->is_vector) return words;
  const MemoryShape shape = memory_shape(element);
  const uint64_t count = shape.extents.empty() ? 1 : shape.extents.back();
  return fmt::format("{} ({} x {})", words, count, base::name_of(shape.element));
}

bool memory_fits(base::Scalar given, const lang::Type* type) {
  const lang::Type* element = lang::array_base(type);
  if (element->is_void() || (element->is_record() && !element->record->is_vector)) return true;
  const base::Scalar wanted = memory_shape(element).element;
  const uint32_t size = base::size_of(wanted);
  if (size == 1 || base::size_of(given) == 1) return true;
  return base::size_of(given) == size && base::is_floating(given) == base::is_floating(wanted);
}

}  // namespace warplens::prepare
