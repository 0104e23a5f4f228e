#include "sim/code/lane_paths.hpp"

#include "sim/code/opcodes.hpp"

namespace warplens::code {

LanePaths::LanePaths(const Program& program) : program_(program) {
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    const Instr& instr = program.instrs[pc];
    if (instr.op == Op::kJoin || instr.op == Op::kRejoin || instr.op == Op::kMaskEnter)
      released_[instr.dst].push_back(pc);
  }
}

void LanePaths::add_next(uint32_t pc, std::vector<uint32_t>& next) const {
  const Instr& instr = program_.instrs[pc];
  const auto target = static_cast<uint32_t>(instr.imm);
  switch (instr.op) {
    case Op::kEnd:
    case Op::kReturn:
      return;
    case Op::kJump:
    case Op::kJumpIfAny:
    case Op::kElse:  // the lanes of the first side wait for the Join
      next.push_back(target);
      return;
    case Op::kIf:  // the others go on behind the Else or Join
      next.push_back(target + 1);
      next.push_back(pc + 1);
      return;
    case Op::kLoopTest:
      next.push_back(target);
      next.push_back(pc + 1);
      return;
    case Op::kLeave:
      add_released(instr.dst, next);
      return;
    case Op::kMaskTake:  // a switch; the next instruction names the mask of who finds no label
      add_released(instr.dst, next);
      add_released(program_.instrs[pc + 1].dst, next);
      return;
    default:
      next.push_back(pc + 1);
  }
}

void LanePaths::add_released(uint16_t mask, std::vector<uint32_t>& next) const {
  const auto at = released_.find(mask);
  if (at == released_.end()) return;
  for (const uint32_t pc : at->second) next.push_back(pc + 1);
}

}  // namespace warplens::code
