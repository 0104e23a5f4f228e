// From an instruction to the line that it was compiled from.
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

// `offset` [bytes] within the code of `function`, which must lie in it. Needs no GPU.
SourceLine source_line(const Cupti& cupti, const std::vector<char>& cubin,
                       const std::string& function, uint32_t offset);

}  // namespace warplens::measure::counters
