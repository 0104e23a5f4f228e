// threadIdx and its kin.
#pragma once

#include "sim/lang/tree/ast.hpp"
#include "sim/machine/block.hpp"

namespace warplens::machine {

// What a thread of a block reads; `thread` counts through the block, x fastest.
inline uint32_t builtin_value(lang::Builtin builtin, const GridContext& context,
                              trace::BlockId block, uint32_t thread) {
  switch (builtin) {
    case lang::Builtin::kThreadIdxX:
      return thread % context.block.x;
    case lang::Builtin::kThreadIdxY:
      return thread / context.block.x % context.block.y;
    case lang::Builtin::kThreadIdxZ:
      return thread / context.block.x / context.block.y;
    case lang::Builtin::kBlockIdxX:
      return block.x;
    case lang::Builtin::kBlockIdxY:
      return block.y;
    case lang::Builtin::kBlockIdxZ:
      return block.z;
    case lang::Builtin::kBlockDimX:
      return context.block.x;
    case lang::Builtin::kBlockDimY:
      return context.block.y;
    case lang::Builtin::kBlockDimZ:
      return context.block.z;
    case lang::Builtin::kGridDimX:
      return context.grid.x;
    case lang::Builtin::kGridDimY:
      return context.grid.y;
    case lang::Builtin::kGridDimZ:
      return context.grid.z;
    case lang::Builtin::kWarpSize:
      break;
  }
  return trace::kWarpSize;
}

// Whether it is the same for all threads of a block.
constexpr bool is_of_block(lang::Builtin builtin) {
  return builtin > lang::Builtin::kThreadIdxZ;
}

}  // namespace warplens::machine
