// Where something in a program is in the text that the user sees.
#pragma once

#include <string>

#include "sim/code/program.hpp"

namespace warplens::observe {

struct SourceLocation {
  base::Span span;
  uint32_t part = 0;  // of the unit's file
  uint32_t line = 0, column = 0;
  std::string file;        // the included file that holds it; "" for the root
  std::string function;    // the function around it; "" for the kernel
  uint32_t call_line = 0;  // where that was called; 0 for the kernel
};

// What a function of the library does is at its call: it has no text that the user sees.
SourceLocation source_location(const code::Program& program, base::Span span, uint32_t frame);

}  // namespace warplens::observe
