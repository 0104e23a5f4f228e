#include "sim/observe/finding/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/say.hpp"

namespace warplens::observe {

std::string element_words(const MemoryLayout& layout, trace::Space space, uint64_t address) {
  const uint32_t index = layout.find(space, address);
  if (index == kNoArray) return say("the byte at address {address:#x}", "address"_a = address);
  const ArrayInfo& array = layout.arrays(space)[index];
  uint64_t element = (address - array.base) / std::max(array.element_bytes, 1u);
  if (array.struct_type != nullptr) {
    return fmt::format("{}[{}]", array.name,
                       (address - array.base) / lang::size_of(array.struct_type));
  }
  if (array.extents.empty()) return array.name;
  std::string indices;
  for (size_t i = array.extents.size(); i-- > 0;) {
    const uint64_t extent = std::max<uint64_t>(array.extents[i], 1);
    indices = fmt::format("[{}]", i == 0 ? element : element % extent) + indices;
    element /= extent;
  }
  return array.name + indices;
}

}  // namespace warplens::observe
