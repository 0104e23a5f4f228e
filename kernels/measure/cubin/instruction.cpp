// Bits, from 0 on: 0 to 11 the opcode, 12 to 14 the guard's predicate (7: PT, always true), 15 its
// negation. A jump's distance is in bits 34 to 81, in units of 4 bytes; from 9.0 on its lowest 8
// bits are in bits 16 to 23 instead, and the others from bit 34 on. That of BSSY ends at bit 63.
#include "kernels/measure/cubin/instruction.hpp"

#include <algorithm>
#include <array>

#include "kernels/measure/cubin/byte_reader.hpp"

namespace warplens::measure::cubin {
namespace {

constexpr uint32_t kTrue = 7;  // PT, UPT
constexpr uint32_t kBranch = 0x947, kUniformBranch = 0x547, kBeginSync = 0x945;
constexpr uint32_t kNop = 0x918;

struct Known {
  uint32_t opcode;
  Control control;
};
constexpr std::array kControl{
    Known{0x348, Control::kConverge},                                         // WARPSYNC
    Known{0x948, Control::kConverge},      Known{0x355, Control::kConverge},  // BMOV
    Known{0x356, Control::kConverge},      Known{0x941, Control::kConverge},  // BSYNC
    Known{0x942, Control::kConverge},                                         // BREAK
    Known{kBeginSync, Control::kConverge}, Known{0x946, Control::kConverge},  // YIELD
    Known{0x944, Control::kCall},                                             // CALL
    Known{0x343, Control::kCall},          Known{0x344, Control::kCall},
    Known{0x94e, Control::kNext},  // LEPC
    Known{0x95c, Control::kNext},  // BPT
    Known{0x95d, Control::kNext},  // NANOSLEEP
    Known{kBranch, Control::kJump},        Known{kUniformBranch, Control::kJump},
    Known{0x94d, Control::kExit},          Known{0x950, Control::kReturn},
};
// In this range every opcode that was seen is one of control flow.
constexpr uint32_t kFirstControl = 0x940, kLastControl = 0x95f;

// SEL, FSEL, FMNMX, IMNMX, VIMNMX, VIADDMNMX, with a register, a constant or an immediate.
constexpr std::array kSelects{0x207u, 0x407u, 0x607u, 0xa07u, 0x807u, 0x208u, 0x808u, 0x209u,
                              0x809u, 0x217u, 0x817u, 0xa17u, 0x248u, 0x848u, 0x246u, 0x446u};

int64_t signed_of(uint64_t value, uint32_t bits) {
  const uint64_t sign = uint64_t{1} << (bits - 1);
  return static_cast<int64_t>((value ^ sign) - sign);
}

int64_t distance(uint64_t low, uint64_t high, bool is_split) {
  const uint64_t upper = low >> 34 | (high & 0x3ffff) << 30;  // 48 bits
  return 4 * (is_split ? signed_of(upper << 8 | (low >> 16 & 0xff), 56) : signed_of(upper, 48));
}

}  // namespace

Instruction decode(std::string_view bytes, uint32_t compute) {
  ByteReader reader(bytes);
  const uint64_t low = reader.u64(), high = reader.u64();
  const auto opcode = static_cast<uint32_t>(low & 0xfff);
  Instruction one;
  one.has_guard = (low >> 12 & 7) != kTrue || (low >> 15 & 1) != 0;
  one.is_select = std::ranges::count(kSelects, opcode) > 0;
  one.is_padding = opcode == kNop;
  const auto known = std::ranges::find(kControl, opcode, &Known::opcode);
  if (known != kControl.end())
    one.control = known->control;
  else if (opcode >= kFirstControl && opcode <= kLastControl)
    one.control = Control::kUnknown;
  if (one.control == Control::kJump) {
    const bool has_predicate = (high >> 23 & 7) != kTrue;
    const bool is_uniform = opcode == kUniformBranch && (low >> 24 & 7) != kTrue;
    const bool asks_lanes = (low >> 32 & 3) >= 2;  // .DIV, .CONV; 1 is .U
    one.is_conditional = one.has_guard || has_predicate || is_uniform || asks_lanes;
  }
  const bool is_split = compute >= 90;
  if (one.control == Control::kJump) one.target = distance(low, high, is_split);
  if (opcode == kBeginSync) one.target = 4 * signed_of(low >> 34, 30);
  return one;
}

}  // namespace warplens::measure::cubin
