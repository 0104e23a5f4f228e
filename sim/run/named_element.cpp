// The array, its shape in the launch or the text, the element.
#include "sim/run/named_element.hpp"

#include <fmt/format.h>

#include "sim/prepare/memory_shape.hpp"

namespace warplens::run {
namespace {

void set_element(NamedElement& named, uint64_t offset, uint64_t element_bytes) {
  named.element_index = offset / element_bytes;
  named.indices.resize(named.extents.size());
  uint64_t rest = named.element_index;
  for (size_t axis = named.extents.size(); axis-- > 0;) {
    named.indices[axis] = rest % named.extents[axis];
    rest /= named.extents[axis];
  }
}

NamedElement shared_element(const Run& run, uint64_t offset) {
  NamedElement named;
  for (const code::SharedArray& array : run.program->shared) {
    const uint64_t bytes =
        array.is_dynamic ? run.context->shared_bytes - array.offset : array.bytes;
    if (offset - array.offset >= bytes) continue;
    named.array = array.name;
    const prepare::MemoryShape shape = prepare::memory_shape(array.type);
    named.element = shape.element;
    named.extents = shape.extents;
    if (array.is_dynamic) {
      named.extents = {bytes / base::size_of(named.element)};
    }
    set_element(named, offset - array.offset, base::size_of(named.element));
    return named;
  }
  return named;
}

NamedElement constant_element(const Run& run, uint64_t offset) {
  NamedElement named;
  for (const code::GlobalVariable& global : run.program->globals) {
    if (!global.is_constant || offset - global.offset >= lang::size_of(global.variable->type)) {
      continue;
    }
    const prepare::MemoryShape shape = prepare::memory_shape(global.variable->type);
    named.array = global.variable->name;
    named.element = shape.element;
    named.extents = shape.extents;
    set_element(named, offset - global.offset, base::size_of(named.element));
    return named;
  }
  return named;
}

}  // namespace

NamedElement named_element(const Run& run, trace::Space space, uint64_t address) {
  if (space == trace::Space::kShared) return shared_element(run, address);
  if (space == trace::Space::kConstant) return constant_element(run, address);
  NamedElement named;
  const machine::ArrayShape* array = machine::array_around(run.arrays, address);
  if (array == nullptr) return named;
  named.array = array->name;
  named.element = array->element;
  named.extents = array->extents;
  set_element(named, address - array->address, base::size_of(array->element));
  return named;
}

std::string element_text(const std::string& array, const std::vector<uint64_t>& extents,
                         uint64_t index) {
  NamedElement named;
  named.array = array;
  named.extents = extents;
  set_element(named, index, 1);
  if (extents.empty()) named.indices = {index};
  return element_text(named);
}

std::string element_text(const NamedElement& place) {
  std::string text = place.array;
  for (const uint64_t index : place.indices) text += fmt::format("[{}]", index);
  return text;
}

}  // namespace warplens::run
