// From an address back to what the user named: the array, its shape as the launch or the text gives
// it, the element. Views and the command line write "M[11][4]" from this.
#include "sim/engine/memory_shape.hpp"
#include "sim/engine/run.hpp"

namespace warplens::engine {
namespace {

void set_element(Place& place, uint64_t offset, uint64_t element_bytes) {
  place.element_index = offset / element_bytes;
  place.indices.resize(place.extents.size());
  uint64_t rest = place.element_index;
  for (size_t axis = place.extents.size(); axis-- > 0;) {
    place.indices[axis] = rest % place.extents[axis];
    rest /= place.extents[axis];
  }
}

Place shared_place(const Run& run, uint64_t offset) {
  Place place;
  for (const code::SharedArray& array : run.program->shared) {
    const uint64_t bytes =
        array.is_dynamic ? run.context->shared_bytes - array.offset : array.bytes;
    if (offset - array.offset >= bytes) continue;
    place.array = array.name;
    const MemoryShape shape = memory_shape(array.type);
    place.element = shape.element;
    place.extents = shape.extents;
    if (array.is_dynamic) {
      place.extents = {bytes / base::size_of(place.element)};
    }
    set_element(place, offset - array.offset, base::size_of(place.element));
    return place;
  }
  return place;
}

Place constant_place(const Run& run, uint64_t offset) {
  Place place;
  for (const code::GlobalVariable& global : run.program->globals) {
    if (!global.is_constant || offset - global.offset >= lang::size_of(global.variable->type)) {
      continue;
    }
    const MemoryShape shape = memory_shape(global.variable->type);
    place.array = global.variable->name;
    place.element = shape.element;
    place.extents = shape.extents;
    set_element(place, offset - global.offset, base::size_of(place.element));
    return place;
  }
  return place;
}

}  // namespace

Place place_of(const Run& run, trace::Space space, uint64_t address) {
  if (space == trace::Space::kShared) return shared_place(run, address);
  if (space == trace::Space::kConstant) return constant_place(run, address);
  Place place;
  const machine::ArrayShape* array = machine::array_around(run.arrays, address);
  if (array == nullptr) return place;
  place.array = array->name;
  place.element = array->element;
  place.extents = array->extents;
  set_element(place, address - array->address, base::size_of(array->element));
  return place;
}

}  // namespace warplens::engine
