// The macros that exist before the first line: nvcc's own, and the constants of the standard
// headers that kernels use.
#pragma once

#include <span>
#include <string_view>

namespace warplens::lang {

struct Predefined {
  std::string_view name;
  std::string_view text;
};

std::span<const Predefined> predefined_macros();

}  // namespace warplens::lang
