#include "sim/code/program_facts.hpp"

#include <algorithm>

#include "sim/code/loops.hpp"
#include "sim/code/opcodes.hpp"

namespace warplens::code {

bool may_wait_for_others(const Program& program) {
  if (!program.subroutines.empty()) return true;
  const LoopNest loops(program);
  const auto is_repeated = [&](uint32_t pc) { return loops.innermost(pc) != LoopNest::kNone; };
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc)
    if (program.instrs[pc].op == Op::kFence && is_repeated(pc)) return true;
  for (const AccessSite& site : program.sites) {
    const bool sees_others = site.is_volatile || site.operation == Operation::kAtomic;
    if (sees_others && is_repeated(site.pc)) return true;
  }
  return false;
}

bool waits_at_mbarriers(const Program& program) {
  return std::any_of(program.instrs.begin(), program.instrs.end(),
                     [](const Instr& instr) { return instr.op == Op::kMbarrierWait; });
}

}  // namespace warplens::code
