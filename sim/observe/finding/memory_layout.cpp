// Global arrays are found by their window, others by search: there are few of them, and the
// accumulator looks one up only when an instruction moves to another array.
#include "sim/observe/finding/memory_layout.hpp"

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

}  // namespace warplens::observe
