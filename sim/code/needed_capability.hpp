// The compute capability that a program's own instructions need: those that its text names, in asm.
// What a header makes of a function of CUDA depends on the device, so that it does not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/code/program.hpp"

namespace warplens::code {

struct NeededCapability {
  uint32_t number = 0;      // 80 is 8.0
  std::string instruction;  // as PTX names it: "ldmatrix"
  Span span;                // its first place in the text
};

// The highest one; nothing: any device has all of them.
std::optional<NeededCapability> needed_capability(const Program& program);

}  // namespace warplens::code
