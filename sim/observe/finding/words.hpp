// Words that findings share: which element.
#pragma once

#include <string>

#include "sim/observe/finding/memory_layout.hpp"

namespace warplens::observe {

// "tile[1][3]"; of an address in no array, its number.
std::string element_words(const ElementRef& element);

}  // namespace warplens::observe
