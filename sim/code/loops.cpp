#include "sim/code/loops.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/code/opcodes.hpp"

namespace warplens::code {

LoopNest::LoopNest(const Program& program) {
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    const Instr& instr = program.instrs[pc];
    const bool jumps = instr.op == Op::kJump || instr.op == Op::kJumpIfAny;
    if (jumps && static_cast<uint32_t>(instr.imm) <= pc)
      loops_.push_back({static_cast<uint32_t>(instr.imm), pc, kNone});
  }
  std::sort(loops_.begin(), loops_.end(), [](const Loop& a, const Loop& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  innermost_.reserve(program.instrs.size());
  uint32_t now = kNone, next = 0;
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    while (now != kNone && loops_[now].end < pc) now = loops_[now].parent;
    for (; next < loops_.size() && loops_[next].begin == pc; ++next) {
      loops_[next].parent = now;
      now = next;
    }
    innermost_.push_back(now);
  }
}

}  // namespace warplens::code
