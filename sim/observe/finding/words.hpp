// Words that findings share: which block, which element.
#pragma once

#include <cstdint>
#include <string>

#include "sim/observe/finding/memory_layout.hpp"

namespace warplens::observe {

// "tile[1][3]"; of an address in no array, its number.
std::string element_words(const MemoryLayout& layout, trace::Space space, uint64_t address);

}  // namespace warplens::observe
