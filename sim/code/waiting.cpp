// By the loops in the bytecode: what is between a jump back and where it leads.
#include "sim/code/waiting.hpp"

#include "sim/code/opcodes.hpp"

namespace warplens::code {

bool may_wait_for_others(const Program& program) {
  if (!program.subroutines.empty()) return true;
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    const Instr& instr = program.instrs[pc];
    const auto target = static_cast<uint32_t>(instr.imm);
    if (!info(instr.op).jumps() || target > pc) continue;
    for (uint32_t at = target; at <= pc; ++at)
      if (program.instrs[at].op == Op::kFence) return true;
    for (const AccessSite& site : program.sites) {
      const bool is_repeated = site.pc >= target && site.pc <= pc;
      if (is_repeated && (site.is_volatile || site.operation == Operation::kAtomic)) return true;
    }
  }
  return false;
}

}  // namespace warplens::code
