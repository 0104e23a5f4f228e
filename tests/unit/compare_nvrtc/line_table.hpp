// The memory instructions of a cubin, with their lines, without a disassembler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/measure/counters/cupti.hpp"
#include "kernels/measure/format/measurement.hpp"

namespace warplens::test {

struct MemoryInstruction {
  std::string function;
  std::string file;
  uint32_t line = 0;
  measure::Operation operation = measure::Operation::kLoad;
};

// Of all functions, those of the thread's own memory left out. Compute capability 7.0 to 9.0.
std::vector<MemoryInstruction> memory_instructions(const measure::counters::Cupti& cupti,
                                                   const std::vector<char>& cubin);

}  // namespace warplens::test
