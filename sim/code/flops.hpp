// Which opcodes are floating-point operations of a lane, as runs count them (sim/machine), and of
// which type.
#pragma once

#include "sim/code/mma.hpp"
#include "sim/code/opcodes.hpp"

namespace warplens::code {

constexpr bool is_double_flop(Op op) {
  switch (op) {
    case Op::kAddF64:
    case Op::kSubF64:
    case Op::kMulF64:
    case Op::kDivF64:
    case Op::kSqrtF64:
    case Op::kFmaF64:
    case Op::kFmaToOddF64:
    case Op::kFusedF64:
    case Op::kKeepMulF64:
    case Op::kMmaF64:
      return true;
    default:
      return false;
  }
}

// Of an instruction that says itself how many numbers it is about: flops_of(instr).
//
// One for + - * / and a square root, two for fma(). A Fused is one, as the product is still
// computed where it is written. What negates, compares, chooses or converts is none, nor is a
// library function.
constexpr uint32_t flops_of(Op op) {
  switch (op) {
    case Op::kAddF32:
    case Op::kSubF32:
    case Op::kMulF32:
    case Op::kDivF32:
    case Op::kSqrtF32:
    case Op::kFusedF32:
    case Op::kKeepMulF32:
      return 1;
    case Op::kFmaF32:
    case Op::kFmaF64:
    case Op::kFmaToOddF64:
      return 2;
    default:
      return is_double_flop(op) ? 1 : 0;
  }
}

// Of each lane; a tensor core's product is shared by the warp's.
inline uint32_t flops_of(const Instr& instr) {
  return is_mma(instr.op) ? mma_shape(instr).flops_of_lane() : flops_of(instr.op);
}

}  // namespace warplens::code
