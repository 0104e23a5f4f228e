// A kernel's machine code in a disassembler's listing, and what it shows of a source line's
// accesses. Parsing and explaining are pure and need neither toolkit nor GPU; only disassemble()
// starts a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/measure/child/gpu.hpp"

namespace warplens::measure::machine_code {

// An instruction that reads or writes memory, or a jump (for loops and branches).
struct Instruction {
  uint32_t offset = 0;  // in its function's code [bytes]
  std::string file;     // as SourceFiles names it
  uint32_t line = 0;    // 0: unknown
  std::string opcode;   // "LDS.128"
  bool is_memory = false;
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  uint32_t bytes_per_lane = 4;
  // False for a generic address (LD, ST, ATOM; the debug build has no others) that could not be
  // followed through the registers: `space` is then a guess.
  bool is_space_known = true;
  bool is_constant = false;    // reads a __constant__ variable through the constant cache
  bool is_predicated = false;  // "@P0", "@!P1"; never PT
  // Of a jump: where it may go, as indices into Listing::instructions (one past the end: it leaves
  // the kernel).
  std::vector<uint32_t> jump_targets;
  bool goes_on = true;  // control may pass to the next instruction
};

struct Listing {
  std::string kernel;  // lowered name
  // In order of execution; the code of a called function is repeated at each of its calls.
  std::vector<Instruction> instructions;
};

// The names of the text and its headers. Line information has full paths; an instruction's file
// becomes "" for the kernel's text and a header's name as given. An instruction of any other
// file (the toolkit's headers) belongs to the line that called it.
struct SourceFiles {
  std::string kernel;  // "": files are left as the listing names them
  std::vector<std::string> headers;
};

// Parses the text of `nvdisasm -gi -c` for a cubin: a listing for each kernel, in the text's order.
// Other text gives none.
std::vector<Listing> parse_listing(const std::string& text, const SourceFiles& files = {});

// The disassembler's output for a cubin. The disassembler is searched for in PATH, then in the
// toolkit's folder. kNoCompiler if none is installed, kTimeLimit after 30 s, kInternal if it fails.
Measured<std::string> disassemble(const std::vector<char>& cubin,
                                  const std::string& toolkit_folder = "");

// Causes for the lines whose accesses differ between the optimised and the as-written build. Only
// the two listings are compared; no simulation is needed. One cause for each (file, line, space,
// op) with different instructions, in that order.
std::vector<Cause> explain(const Listing& as_written, const Listing& as_compiled);

}  // namespace warplens::measure::machine_code
