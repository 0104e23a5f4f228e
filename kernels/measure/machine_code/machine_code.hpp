// A kernel's machine code as a disassembler lists it, and what it tells about a source line's
// accesses. Parsing and judging are pure; only disassemble() starts a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/measure/child/gpu.hpp"

namespace warplens::measure::machine_code {

// One memory instruction of the listing, or a jump (for loops).
struct Instruction {
  uint32_t offset = 0;
  std::string file;
  uint32_t line = 0;   // 0: unknown
  std::string opcode;  // "LDS.128"
  bool is_memory = false;
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  uint32_t bytes_per_lane = 4;
  bool is_predicated = false;  // "@P0", "@!P1"; never PT
  int64_t jump_target = -1;    // of a branch: the offset it may go to
};

struct Listing {
  std::string kernel;                     // lowered name
  std::vector<Instruction> instructions;  // in order of offset
};

// The text of `nvdisasm` with line information (-g -c), as printed for a cubin.
std::vector<Listing> parse_listing(const std::string& text);

// The disassembler's output for a cubin. kNoCompiler where none is installed.
Measured<std::string> disassemble(const std::vector<char>& cubin);

// Causes for the lines whose accesses the optimised code does otherwise than the as-written build's
// listing: only the two listings are compared, so no simulation is needed. One cause a (file, line,
// space, op) that differs in its instructions.
std::vector<Cause> explain(const Listing& as_written, const Listing& as_compiled);

}  // namespace warplens::measure::machine_code
