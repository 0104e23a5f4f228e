// The source line of an instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/measure/counters/cupti.hpp"

namespace warplens::measure::counters {

struct SourceLine {
  std::string file;   // without folders; "" if unknown
  uint32_t line = 0;  // from 1; 0: unknown
};

// `offset` [bytes] must be within the code of `function`. Needs no GPU.
SourceLine source_line(const Cupti& cupti, const std::vector<char>& cubin,
                       const std::string& function, uint32_t offset);

}  // namespace warplens::measure::counters
