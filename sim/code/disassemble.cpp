#include "sim/code/disassemble.hpp"

#include <fmt/format.h>

#include "sim/code/opcodes.hpp"

namespace warplens::code {

namespace {

std::string operand_text(const Program& program, Operand operand, int64_t value) {
  switch (operand) {
    case Operand::kRegister:
    case Operand::kWideRegister:
      return fmt::format(" r{}", value);
    case Operand::kMask:
      return fmt::format(" m{}", value);
    case Operand::kNumber:
      return fmt::format(" {}", value);
    case Operand::kShuffle:
    case Operand::kProduct:
      return fmt::format(" {} r{}", value & 0xff, value >> 8);
    case Operand::kTarget:
      return fmt::format(" @{}", value);
    case Operand::kConstant:
      return fmt::format(" 0x{:x}", program.constants[static_cast<size_t>(value)]);
    case Operand::kNone:
      break;
  }
  return "";
}

}  // namespace

std::string instruction_text(const Program& program, size_t pc) {
  const Instr& instr = program.instrs[pc];
  const OpInfo op = info(instr.op);
  const int64_t fields[] = {instr.dst, instr.a, instr.b, instr.c, instr.imm};
  std::string text(op.name);
  for (size_t i = 0; i < 5; ++i) text += operand_text(program, op.operands[i], fields[i]);
  return text;
}

std::string disassemble(const Program& program) {
  std::string text;
  for (size_t pc = 0; pc < program.instrs.size(); ++pc) {
    text += fmt::format("{:5}  line {:<4} {:<36} {}\n", pc,
                        program.unit->file.line_of(program.spans[pc].begin),
                        instruction_text(program, pc), info(program.instrs[pc].op).transfer);
  }
  return text;
}

}  // namespace warplens::code
