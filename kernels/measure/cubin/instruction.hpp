// Of a machine instruction: how control goes on behind it, and whether it is guarded. Since compute
// capability 7.0 (Volta) an instruction has 16 bytes; the bits are not documented, and were
// compared with nvdisasm's text (tests/unit/measure/cubin/instruction_test.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::measure::cubin {

inline constexpr uint64_t kInstructionBytes = 16;

enum class Control : uint8_t {
  kNext,      // goes on with the next instruction
  kJump,      // BRA
  kConverge,  // BSSY, BSYNC, BREAK, WARPSYNC, YIELD, BMOV: where lanes wait for each other
  kCall,      // CALL
  kReturn,    // RET
  kExit,      // EXIT
  kUnknown,   // of the opcodes of control flow, one whose bits are not known
};

struct Instruction {
  Control control = Control::kNext;
  bool has_guard = false;   // "@P0", "@!P3": not every lane, or not every time
  bool is_select = false;   // SEL, FSEL, minima and maxima: one of two values, without a jump
  bool is_padding = false;  // NOP
  // Of a BRA: it may go on behind it, because of its guard, a predicate (BRA.U UP0) or lanes that
  // differ (BRA.DIV).
  bool is_conditional = false;
  // Of kJump and BSSY: where to, in bytes from the next instruction on.
  std::optional<int64_t> target;
};

// The instruction at the beginning of `bytes`, which have at least kInstructionBytes; `compute`:
// major * 10 + minor of the capability it is for, from 70 on.
Instruction decode(std::string_view bytes, uint32_t compute);

}  // namespace warplens::measure::cubin
