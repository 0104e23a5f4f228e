// Global arrays are found by their window, others by search: there are few of them, and the
// accumulator looks one up only when an instruction moves to another array.
#include "sim/observe/finding/memory_layout.hpp"

#include <algorithm>

namespace warplens::observe {

uint32_t MemoryLayout::find(trace::Space space, uint64_t address) const {
  if (space == trace::Space::kGlobal) {
    // The half window before an array is also its own: an index may be negative.
    if (global.empty()) return kNoArray;
    const uint64_t half = uint64_t{1} << (window_shift - 1);
    const uint64_t window = (address - global.front().base + half) >> window_shift;
    return window < global.size() ? static_cast<uint32_t>(window) : kNoArray;
  }
  const std::vector<ArrayInfo>& known = arrays(space);
  for (uint32_t i = 0; i < known.size(); ++i) {
    if (address - known[i].base < known[i].bytes) return i;
  }
  return kNoArray;
}

ElementRef MemoryLayout::element_at(trace::Space space, uint64_t address) const {
  const uint32_t index = find(space, address);
  if (index == kNoArray) return {"", {}, address};
  const ArrayInfo& array = arrays(space)[index];
  ElementRef ref{array.name, {}, address};
  if (array.struct_type != nullptr) {
    ref.indices = {(address - array.base) / lang::size_of(array.struct_type)};
    return ref;
  }
  uint64_t element = (address - array.base) / std::max(array.element_bytes, 1u);
  ref.indices.resize(array.extents.size());
  for (size_t i = array.extents.size(); i-- > 0;) {
    const uint64_t extent = std::max<uint64_t>(array.extents[i], 1);
    ref.indices[i] = i == 0 ? element : element % extent;
    element /= extent;
  }
  return ref;
}

}  // namespace warplens::observe
