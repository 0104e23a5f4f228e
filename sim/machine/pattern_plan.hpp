// Which instructions of a program may meet a register that is held as a pattern
// (pattern_registers.hpp). It is worked out once for a program, so that all other instructions are
// executed as if there were no patterns.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/machine/scalar_operations.hpp"

namespace warplens::machine {

using code::RegisterUse;
using code::SlotRange;

// How an instruction is executed. Those from kIf on may be executed on patterns alone, and where
// they cannot be, like kSettle.
enum class Treatment : uint8_t {
  kPlain,    // its operands are in lanes, and nobody asks what its results are held as
  kSettle,   // its operands are to be put into lanes; its results are in lanes
  kAsk,      // looks itself at what its first operand is held as; else like kSettle
  kInPlace,  // with the move after it in one, if all lanes are active: PatternPlan::moved[first]
  kMultiplyAdd,  // with the sum after it in one, if all lanes are active: PatternPlan::sums[first]
  // Moves of control that need no register: done on the way from pattern to pattern.
  kJump,
  kJumpIfNone,
  kJumpIfAny,
  kRejoin,
  // By lanes that are all true or all false.
  kIf,
  kLoopTest,
  kConstant,   // d := factor, in every lane
  kBuiltin,    // what differs from thread to thread
  kOfBlock,    // what does not
  kMove,       // if all lanes are active
  kCopy,       // d := a
  kSelect,     // d := a ? b : c, if a is the same in all lanes
  kAddNumber,  // d := a + factor, 64 bits
  kTruncate,
  kExtendSigned,
  kExtendUnsigned,
  kScale,          // d := factor * a
  kSum,            // d := a + factor * b
  kWideSum,        // the same of 64 bits
  kWideSumSigned,  // where b is extended from 32 bits
  kWideSumUnsigned,
  kProduct,  // if one is the same in all lanes
  kWideProduct,
  kCompare,  // if all lanes agree
  kShift,    // to the left by what is the same in all lanes
  kScalar,   // of integers that are the same in all lanes
};
// How two registers of 32 bits are compared, as PlannedInstr::factor.
struct Comparison {
  bool is_signed = false, with_equal = false;
};
constexpr int64_t bits_of(Comparison comparison) {
  return (comparison.is_signed ? int64_t{1} << 31 : 0) |
         (comparison.with_equal ? int64_t{1} << 32 : 0);
}
constexpr Comparison comparison_of(int64_t bits) {
  return {(bits >> 31 & 1) != 0, (bits >> 32 & 1) != 0};
}
constexpr bool compare(int64_t bits, uint64_t x, uint64_t y) {
  const auto flipped = static_cast<uint32_t>(bits);  // the sign, so that it counts as any other bit
  const uint64_t a = static_cast<uint32_t>(x) ^ flipped, b = static_cast<uint32_t>(y) ^ flipped;
  return a < b + static_cast<uint64_t>(bits >> 32);
}

constexpr bool begins_on_patterns(Treatment treatment) {
  return treatment >= Treatment::kIf;
}

// A product of single precision that only the sum fused with it reads, and the move that follows if
// only that reads the sum.
struct MultiplyAdd {
  code::Instr fused;  // its result where the last of them leaves it
  uint32_t instructions = 2;
};

struct PlannedInstr {
  Treatment treatment = Treatment::kPlain;
  bool is_unary = false;
  // The next instruction moves the result to a variable, or asks all lanes whether it is true.
  bool is_moved = false, is_tested = false;
  bool is_looped = false;          // the one after the move jumps if any lane is active
  bool is_indexed = false;         // the next is a kSum of the result and something
  bool is_steady = false;          // the lanes are written with the pattern
  uint16_t dst = 0, a = 0, b = 0;  // as in code::Instr
  uint16_t settles = 0, forgets = 0;
  // In PatternPlan::ranges: first the values to settle (the address of an access through pointers
  // or of shared memory is none), then the results, whose patterns are forgotten.
  uint32_t first = 0;
  int64_t factor = 0;  // or a number, where a jump goes, how a kCompare compares
};
static_assert(sizeof(PlannedInstr) == 32);

struct PatternPlan {
  std::vector<PlannedInstr> instrs;  // parallel to Program::instrs
  std::vector<SlotRange> ranges;
  std::vector<code::Instr> moved;        // of kInPlace: with the result in the variable
  std::vector<MultiplyAdd> sums;         // of kMultiplyAdd
  std::vector<ScalarOperation> scalars;  // parallel to instrs; null but of kScalar
  // Parameters and addresses of variables that may begin as patterns, by slot.
  std::vector<bool> begins_as_pattern;
};

// Null where all registers are better held in lanes: fewer than half of the accesses (those in
// loops count more) could have a pattern, so that asking costs more than it gains; or the program
// has recursive functions, whose calls save and restore registers as they are.
std::shared_ptr<const PatternPlan> plan_patterns(const code::Program& program);

}  // namespace warplens::machine
