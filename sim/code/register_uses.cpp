// By the operands' shapes in sim/code/opcodes.hpp, and what these do not say.
#include "sim/code/register_uses.hpp"

#include <array>

#include "sim/code/mma.hpp"
#include "sim/code/opcodes.hpp"

namespace warplens::code {

namespace {

uint8_t width_of(const lang::Type* type) {
  return lang::size_of(type) == 8 ? 2 : 1;
}

// Of the operand in a field.
uint8_t count_of(const Instr& instr, const OpInfo& op, size_t field) {
  if (is_mma(instr.op)) return mma_registers(instr, field);
  if (field == 2 && copies_in_bulk(instr.op)) return bulk_registers(instr.op, instr.imm);
  const size_t value = op.operation == Operation::kLoad ? 0 : 2;
  return op.is_access && field == value ? value_count(instr, op) : 1;
}

}  // namespace

uint8_t value_count(const Instr& instr, const OpInfo& op) {
  if (!op.is_vector) return 1;
  return static_cast<uint8_t>(op.operation == Operation::kLoad ? instr.b : instr.dst);
}

RegisterUses register_uses(const Program& program, const Instr& instr) {
  const OpInfo op = info(instr.op);
  RegisterUses uses;
  const std::array<uint16_t, 4> fields{instr.dst, instr.a, instr.b, instr.c};
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!is_register(op.operands[i])) continue;
    const SlotRange range{fields[i], width_of(op.operands[i]), count_of(instr, op, i)};
    const bool writes = i == 0 && op.writes_register;
    (writes ? uses.writes : uses.reads).push_back(range);
  }
  switch (instr.op) {
    case Op::kMove32:
    case Op::kMove64:
      uses.reads.push_back(uses.writes.front());
      uses.keeps_last = true;
      break;
    case Op::kMatchAll32:
    case Op::kMatchAll64:
      uses.writes.push_back(uses.reads.back());
      break;
    case Op::kKeepMulF32:
    case Op::kKeepMulF64:
      uses.writes.push_back(uses.reads.back());
      uses.writes.back().count = 2;
      uses.reads.pop_back();
      break;
    case Op::kPhase:
      uses.reads.front().width = instr.b == 3 ? 2 : 1;
      uses.reads.front().count = instr.b == 0 ? 0 : 1;
      break;
    case Op::kPrint:
      for (const auto& argument : program.prints[static_cast<uint32_t>(instr.imm)].arguments)
        uses.reads.push_back({static_cast<uint16_t>(argument.slot), width_of(argument.type), 1});
      break;
    default:
      break;
  }
  if (op.operands[4] == Operand::kShuffle || op.operands[4] == Operand::kProduct) {
    const uint8_t width = op.operands[4] == Operand::kProduct ? width_of(op.operands[0]) : 1;
    uses.reads.push_back({static_cast<uint16_t>(static_cast<uint32_t>(instr.imm) >> 8), width, 1});
  }
  return uses;
}

std::vector<RegisterUses> register_uses(const Program& program) {
  std::vector<RegisterUses> uses;
  uses.reserve(program.instrs.size());
  for (const Instr& instr : program.instrs) uses.push_back(register_uses(program, instr));
  return uses;
}

uint32_t value_count(const std::vector<SlotRange>& ranges) {
  uint32_t count = 0;
  for (const SlotRange& range : ranges) count += range.count;
  return count;
}

std::vector<RegisterUse> registers_of_launch(const Program& program) {
  std::vector<RegisterUse> registers;
  for (const Parameter& parameter : program.parameters)
    registers.push_back({static_cast<uint16_t>(parameter.slot), width_of(parameter.type)});
  for (const GlobalVariable& global : program.globals)
    if (!global.is_constant) registers.push_back({static_cast<uint16_t>(global.slot), 2});
  return registers;
}

}  // namespace warplens::code
