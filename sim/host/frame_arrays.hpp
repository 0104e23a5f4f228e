// The arrays that functions of host code have on the stack.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::host {

struct FrameArray {
  uint32_t offset = 0;  // in the function's frame [bytes]
  uint64_t bytes = 0;
  base::Span place;      // of its declaration
  bool is_bare = false;  // it is declared without a value
};
using FrameArrays = std::vector<FrameArray>;  // of a function

// By subroutine. Left out are arrays whose place a function that is inlined there has at other
// times, those of Warplens' own functions, and all of functions that are inlined.
std::vector<FrameArrays> frame_arrays(const code::Program& program);

}  // namespace warplens::host
