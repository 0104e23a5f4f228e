// The parts of the disassembler's text: functions with their instructions and labels.
// parse_listing() interprets the instructions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::measure::machine_code {

struct Frame {
  std::string file;
  uint32_t line = 0;
};

struct RawInstruction {
  uint32_t offset = 0;
  std::vector<Frame> frames;  // innermost first; the others are call sites that were inlined
  std::string predicate;      // "@!P0", "" if none
  std::string opcode;
  std::string operands;  // "R7, [R5]"
};

struct RawFunction {
  std::string name;
  bool is_kernel = false;
  bool has_lines = false;  // false: a part of the compiler's own library
  std::vector<RawInstruction> instructions;
};

struct RawText {
  std::vector<RawFunction> functions;
  struct Position {
    size_t function = 0, instruction = 0;
  };
  std::map<std::string, Position, std::less<>> labels;  // ".L_x_1", and the functions' names
};

RawText take_apart(std::string_view text);

// "`(.L_x_1)" in the operands: ".L_x_1"; "" if there is none.
std::string_view label_in(std::string_view operands);

}  // namespace warplens::measure::machine_code
