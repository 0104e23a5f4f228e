// Control flow of a warp: which lanes are active, and where it goes on. Lanes that wait are in mask
// registers (sim/code/opcodes.hpp has each opcode's effect).
#pragma once

#include <cstdint>
#include <utility>

#include "sim/code/program.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

struct Flow {
  uint32_t pc = 0;    // of the next instruction
  uint32_t mask = 0;  // active lanes
};

inline void jump_if(Flow& flow, const code::Instr& instr, bool is_taken) {
  if (is_taken) flow.pc = static_cast<uint32_t>(instr.imm);
}

// `yes`: the lanes whose condition holds.
inline void begin_if(Flow& flow, uint32_t* masks, const code::Instr& instr, uint32_t yes) {
  masks[instr.dst] = flow.mask & ~yes;
  flow.mask &= yes;
  jump_if(flow, instr, flow.mask == 0);
}

inline void begin_else(Flow& flow, uint32_t* masks, const code::Instr& instr) {
  std::swap(flow.mask, masks[instr.dst]);
  jump_if(flow, instr, flow.mask == 0);
}

inline void test_loop(Flow& flow, uint32_t* masks, const code::Instr& instr, uint32_t yes) {
  masks[instr.dst] |= flow.mask & ~yes;
  flow.mask &= yes;
  jump_if(flow, instr, flow.mask == 0);
}

}  // namespace warplens::machine
