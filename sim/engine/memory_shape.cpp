#include "sim/engine/memory_shape.hpp"

#include <algorithm>

namespace warplens::engine {
namespace {

// Nested arrays' element.
const lang::Type* without_extents(const lang::Type* type) {
  while (type->is_array()) type = type->element;
  return type;
}

}  // namespace

MemoryShape memory_shape(const lang::Type* type) {
  MemoryShape shape;
  shape.extents = lang::extents_of(type);
  const lang::Type* element = without_extents(type);
  if (element->is_scalar()) {
    shape.element = element->scalar;
  } else if (element->is_pointer()) {
    shape.element = base::Scalar::kULongLong;
  } else if (element->is_record()) {
    const std::vector<lang::Leaf> leaves = lang::leaves_of(element);
    const bool is_uniform =
        !leaves.empty() && leaves.front().type->is_scalar() &&
        leaves.size() * lang::size_of(leaves.front().type) == lang::size_of(element) &&
        std::all_of(leaves.begin(), leaves.end(), [&](const lang::Leaf& leaf) {
          return leaf.type->is_scalar() && leaf.type->scalar == leaves.front().type->scalar;
        });
    shape.element = is_uniform ? leaves.front().type->scalar : base::Scalar::kUChar;
    const uint64_t count = is_uniform ? leaves.size() : lang::size_of(element);
    if (count > 1) shape.extents.push_back(count);
  } else {
    shape.element = base::Scalar::kUChar;
  }
  return shape;
}

std::string element_words(const lang::Type* type) {
  const lang::Type* element = without_extents(type);
  std::string words = lang::name_of(element);
  if (words.starts_with("const ")) words.erase(0, 6);
  if (!element->is_record() || !element->record->is_vector) return words;
  const MemoryShape shape = memory_shape(element);
  const uint64_t count = shape.extents.empty() ? 1 : shape.extents.back();
  return words + " (" + std::to_string(count) + " x " + std::string(base::name_of(shape.element)) +
         ")";
}

bool memory_fits(base::Scalar given, const lang::Type* type) {
  const lang::Type* element = without_extents(type);
  if (element->is_void() || (element->is_record() && !element->record->is_vector)) return true;
  const base::Scalar wanted = memory_shape(element).element;
  const uint32_t size = base::size_of(wanted);
  if (size == 1 || base::size_of(given) == 1) return true;
  return base::size_of(given) == size && base::is_floating(given) == base::is_floating(wanted);
}

}  // namespace warplens::engine
