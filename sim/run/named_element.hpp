// From an address to what the user named: "M[11][4]".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/scalar.hpp"
#include "sim/run/run.hpp"
#include "sim/trace/event.hpp"

namespace warplens::run {

// What is at an address of a run: the array's name, its shape, and the element.
struct NamedElement {
  std::string array;  // "" if the address is in none
  base::Scalar element = base::Scalar::kFloat;
  std::vector<uint64_t> extents;  // of the array
  uint64_t element_index = 0;     // row-major from the array's first element
  std::vector<uint64_t> indices;  // one an extent
};
NamedElement named_element(const Run& run, trace::Space space, uint64_t address);
std::string element_text(const NamedElement& place);  // "tile[1][3]"
// Of an array by the element's row-major index; without extents by that alone.
std::string element_text(const std::string& array, const std::vector<uint64_t>& extents,
                         uint64_t index);

}  // namespace warplens::run
