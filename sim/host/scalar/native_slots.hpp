// What a translator needs to know of a lane's program as a whole: where its blocks begin, and which
// registers hold values within one block alone.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/scalar/scalar_code.hpp"

namespace warplens::host {

struct NativeSlots {
  // By instruction: the lane may come here other than from the instruction before, or go on here
  // after it has stopped.
  std::vector<bool> begins_block;
  // By slot of a register: each read of it is behind a write in the same block, and nothing but
  // instructions reads it. Its value need not be in memory at the end of a block.
  std::vector<bool> is_local;
};

NativeSlots slots_of(const ScalarCode& code, const code::Program& program);

// The registers that an instruction reads and writes: slots that follow each other.
struct SlotRange {
  uint32_t first = 0, count = 0;
};
struct SlotUses {
  SlotRange reads[3];
  SlotRange write;
};
SlotUses uses_of(const ScalarInstr& instr);

}  // namespace warplens::host
