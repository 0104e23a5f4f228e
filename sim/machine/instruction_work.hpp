// What slow instructions take beyond a simple one, in weighted steps of about 5 ns for a
// whole warp (measured on a core of a server, rounded up). Of a remainder that depends on how far
// its operands are apart: the library divides bit by bit.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sim/code/opcodes.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/tensor/mma_shape.hpp"

namespace warplens::machine {

// Each is named in sim/lang/library/math_functions.hpp.
constexpr uint32_t math_work(code::Op op) {
#define WARPLENS_OF(name)      \
  case code::Op::k##name##F32: \
  case code::Op::k##name##F64:
  switch (op) {
    WARPLENS_OF(Sqrt)
    WARPLENS_OF(Rsqrt)
    WARPLENS_OF(Floor)
    WARPLENS_OF(Ceil)
    WARPLENS_OF(Round)
    WARPLENS_OF(Trunc)
    WARPLENS_OF(Rint)
    WARPLENS_OF(Copysign)
    WARPLENS_OF(Fdim)
    WARPLENS_OF(Fma)
    WARPLENS_OF(FmaToOdd)
    return 0;
    WARPLENS_OF(Sin)
    WARPLENS_OF(Cos)
    WARPLENS_OF(Tan)
    return 500;  // of large numbers
    WARPLENS_OF(Lgamma)
    WARPLENS_OF(Tgamma)
    return 900;
    default:
      return 200;
  }
#undef WARPLENS_OF
}

// What clock() counts for each instruction of the warp: about what one takes that needs the result
// of the one before. [cycles]
inline constexpr uint32_t kCyclesOfInstruction = 8;

// What lanes exchange with each other takes the longest where each is compared with all.
inline constexpr uint32_t kWorkOfMeeting = 30;
// Up to four matrices between shared memory and registers, half by half.
inline constexpr uint32_t kWorkOfMatrices = 60;
// A tensor core's product (tests/bench/mma_bench): what its registers take, and what its products
// do.
inline uint32_t mma_work(const tensor::MmaShape& shape) {
  constexpr uint32_t kOfRegisters = 300, kProductsAStep = 4;
  return kOfRegisters + shape.m * shape.n * shape.k / kProductsAStep;
}
// A warp's arrival, with what the checks do where an interval ends.
inline constexpr uint32_t kWorkOfBarrier = 40;

constexpr bool is_remainder(code::Op op) {
  return op == code::Op::kFmodF32 || op == code::Op::kFmodF64 || op == code::Op::kRemainderF32 ||
         op == code::Op::kRemainderF64;
}

// Before the instruction is executed: its result may take an operand's place.
inline uint64_t remainder_work(const uint32_t* registers, const code::Instr& instr, uint32_t mask,
                               bool is_double) {
  uint64_t bits = 0;
  for_each_lane(mask, [&](uint32_t lane) {
    const auto exponent = [&](uint16_t slot) -> int64_t {
      const size_t at = size_t{slot} * kWarpSize;
      // A 64-bit lane is two neighbouring words, the high one second.
      return is_double ? registers[at + 2 * size_t{lane} + 1] >> 20 & 0x7ff
                       : registers[at + lane] >> 23 & 0xff;
    };
    bits += static_cast<uint64_t>(std::max<int64_t>(exponent(instr.a) - exponent(instr.b), 0));
  });
  return is_double ? bits / 4 : bits;
}

}  // namespace warplens::machine
