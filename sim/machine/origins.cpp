#include "sim/machine/warp_instructions.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/code/mma.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

using code::Instr;
using code::Op;

// Moves keep where a value came from, a select takes the
// chosen side's, and everything else that writes a register clears it.
void follow_registers(WarpState& warp, uint32_t* registers, const Instr& instr, uint32_t mask) {
  const code::OpInfo info = code::info(instr.op);
  if (!info.writes_register) return;
  trace::Origin* d = warp.origins.data() + size_t{instr.dst} * kWarpSize;
  const trace::Origin* a = warp.origins.data() + size_t{instr.a} * kWarpSize;
  switch (instr.op) {
    case Op::kMove32:
    case Op::kMove64:
      for_each_lane(mask, [&](uint32_t lane) { d[lane] = a[lane]; });
      return;
    case Op::kCopy32:
    case Op::kCopy64:
      for (uint32_t lane = 0; lane < kWarpSize; ++lane) d[lane] = a[lane];
      return;
    case Op::kShuffle32:
    case Op::kShuffle64:
      return;
    case Op::kMma:
    case Op::kMmaF64: {
      const uint32_t width = info.writes_64 ? 2 : 1;
      for (uint32_t i = 0; i < code::mma_registers(instr, 0); ++i)
        std::fill_n(d + size_t{i} * width * kWarpSize, kWarpSize, trace::Origin{});
      return;
    }
    case Op::kMatchAll32:
    case Op::kMatchAll64:
      for (uint32_t lane = 0; lane < kWarpSize; ++lane)
        d[lane] = warp.origins[size_t{instr.c} * kWarpSize + lane] = 0;
      return;
    case Op::kSelect32:
    case Op::kSelect64: {
      const trace::Origin* b = warp.origins.data() + size_t{instr.b} * kWarpSize;
      const trace::Origin* c = warp.origins.data() + size_t{instr.c} * kWarpSize;
      const uint32_t chosen = lanes_true(registers, instr.a);
      for (uint32_t lane = 0; lane < kWarpSize; ++lane)
        d[lane] = (chosen >> lane) & 1 ? b[lane] : c[lane];
      return;
    }
    default:
      if (info.is_access) return;
      for (uint32_t lane = 0; lane < kWarpSize; ++lane) d[lane] = 0;
  }
}

}  // namespace warplens::machine
