// Integer arithmetic on patterns. Registers of 32 bits wrap, so that sums of offsets do too; where
// a value of 32 bits becomes one of 64, or two are compared, no lane may have wrapped around.
#include "sim/machine/pattern_registers.hpp"

#include <utility>

#include "sim/machine/builtins.hpp"

namespace warplens::machine {

using code::Instr;

namespace {

constexpr uint64_t low_half(uint64_t bits) {
  return static_cast<uint32_t>(bits);
}

// The least and the greatest lane of a 32-bit register as numbers; false if a lane wraps around.
struct Extent {
  int64_t low = 0, high = 0;
};
bool extent_of(const HeldRegister& held, const LanePattern& pattern, bool is_signed,
               Extent& extent) {
  const auto bits = static_cast<uint32_t>(held.base);
  const int64_t base = is_signed ? int64_t{static_cast<int32_t>(bits)} : int64_t{bits};
  extent = {base + pattern.low, base + pattern.high};
  return is_signed ? extent.low >= INT32_MIN && extent.high <= INT32_MAX
                   : extent.low >= 0 && extent.high <= int64_t{UINT32_MAX};
}

// The base of the register's 32-bit value in 64 bits, if its lanes can be extended so.
bool extended_base(const HeldRegister& held, const LanePattern& pattern, bool is_signed,
                   uint64_t& base) {
  Extent extent;
  if (!extent_of(held, pattern, is_signed, extent)) return false;
  base = static_cast<uint64_t>(extent.low - pattern.low);
  return true;
}

template <class T>
void write(uint32_t* registers, uint32_t slot, uint64_t base_bits, const LanePattern& pattern) {
  const auto lanes = lanes_of<T>(registers, static_cast<uint16_t>(slot));
  const T base = static_cast<T>(base_bits);
  if (pattern.is_uniform()) {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) lanes.set(lane, base);
    return;
  }
  const int32_t* offsets = pattern.offsets.data();
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    lanes.set(lane, static_cast<T>(base + static_cast<T>(int64_t{offsets[lane]})));
}

}  // namespace

void PatternRegisters::write_lanes(uint32_t slot, uint32_t width) {
  const LanePattern& pattern = (*patterns_)[held_[slot].pattern];
  if (width == 2) {
    write<uint64_t>(registers_, slot, held_[slot].base, pattern);
  } else {
    write<uint32_t>(registers_, slot, held_[slot].base, pattern);
  }
  held_[slot].is_in_lanes = true;
}

void PatternRegisters::settle_operands(const PlannedInstr& planned) {
  const SlotRange* ranges = run_.plan->ranges.data() + planned.first;
  for (uint32_t i = 0; i < planned.settles; ++i) {
    for (uint32_t k = 0; k < ranges[i].count; ++k)
      settle(ranges[i].slot + k * ranges[i].width, ranges[i].width);
  }
}

void PatternRegisters::forget_results(const PlannedInstr& planned) {
  const SlotRange* ranges = run_.plan->ranges.data() + planned.first + planned.settles;
  for (uint32_t i = 0; i < planned.forgets; ++i) {
    for (uint32_t k = 0; k < ranges[i].count; ++k) held_[ranges[i].slot + k * ranges[i].width] = {};
  }
}

// threadIdx is looked up: what a warp has depends on the block's shape alone.
bool PatternRegisters::hold_thread_index(const Instr& instr) {
  const HeldRegister held =
      patterns_->remembered(run_.warp_index * size_t{3} + static_cast<size_t>(instr.imm), [&] {
        std::array<uint32_t, kWarpSize> values;
        for (uint32_t lane = 0; lane < kWarpSize; ++lane)
          values[lane] = builtin_value(static_cast<lang::Builtin>(instr.imm), run_.context,
                                       run_.block, run_.warp_index * kWarpSize + lane);
        return values;
      });
  if (held.pattern != kNoPattern) held_[instr.dst] = held;
  return held.pattern != kNoPattern;
}

// d := a * b, one of which is the same in all lanes.
bool PatternRegisters::hold_product(const PlannedInstr& planned, uint32_t pc, bool is_wide) {
  const HeldRegister* a = &held_[planned.a];
  const HeldRegister* b = &held_[planned.b];
  if (a->pattern == kUniform) std::swap(a, b);
  if (b->pattern != kUniform) return false;
  uint32_t product = kUniform;
  if (a->pattern != kUniform) {
    const int64_t factor = is_wide ? static_cast<int64_t>(b->base)
                                   : int64_t{static_cast<int32_t>(static_cast<uint32_t>(b->base))};
    if (factor != static_cast<int32_t>(factor)) return false;
    product = patterns_->sum(pc, kUniform, a->pattern, factor, is_wide);
    if (product == kNoPattern) return false;
  }
  const uint64_t base = a->base * b->base;
  hold(held_[planned.dst], product, is_wide ? base : low_half(base));
  return true;
}

// A comparison of which all lanes know the result.
bool PatternRegisters::hold_comparison(const PlannedInstr& planned) {
  const auto [is_signed, with_equal] = comparison_of(planned.factor);
  Extent a, b;
  const HeldRegister &x = held_[planned.a], &y = held_[planned.b];
  if (!extent_of(x, (*patterns_)[x.pattern], is_signed, a) ||
      !extent_of(y, (*patterns_)[y.pattern], is_signed, b)) {
    return false;
  }
  const bool all = with_equal ? a.high <= b.low : a.high < b.low;
  const bool none = with_equal ? a.low > b.high : a.low >= b.high;
  if (all == none) return false;
  hold(held_[planned.dst], kUniform, all ? 1 : 0);
  return true;
}

// d := a + factor * b, 32 bits.
inline bool PatternRegisters::hold_sum(Patterns& patterns, HeldRegister* held,
                                       const PlannedInstr& planned, uint32_t pc) {
  const HeldRegister &a = held[planned.a], &b = held[planned.b];
  const uint32_t sum = patterns.sum(pc, a.pattern, b.pattern, planned.factor, false);
  if (sum == kNoPattern) return false;
  hold(held[planned.dst], sum, low_half(a.base + static_cast<uint64_t>(planned.factor) * b.base));
  return true;
}

// The same of 64 bits.
inline bool PatternRegisters::hold_wide_sum(Patterns& patterns, HeldRegister* held,
                                            const PlannedInstr& planned, uint32_t pc) {
  const HeldRegister &a = held[planned.a], &b = held[planned.b];
  const uint32_t sum = patterns.sum(pc, a.pattern, b.pattern, planned.factor, true);
  if (sum == kNoPattern) return false;
  hold(held[planned.dst], sum, a.base + static_cast<uint64_t>(planned.factor) * b.base);
  return true;
}

// d := factor * a
inline bool PatternRegisters::hold_scaled(Patterns& patterns, HeldRegister* held,
                                          const PlannedInstr& planned, uint32_t pc) {
  const HeldRegister& a = held[planned.a];
  const uint32_t scaled = a.pattern == kUniform
                              ? kUniform
                              : patterns.sum(pc, kUniform, a.pattern, planned.factor, false);
  if (scaled == kNoPattern) return false;
  hold(held[planned.dst], scaled, low_half(static_cast<uint64_t>(planned.factor) * a.base));
  return true;
}

// d := a ? b : c
inline bool PatternRegisters::hold_select(const PlannedInstr& planned, uint32_t pc) {
  const HeldRegister& a = held_[planned.a];
  const HeldRegister& chosen = a.base != 0 ? held_[planned.b] : held_[instr_at(pc).c];
  if (a.pattern != kUniform || chosen.pattern == kNoPattern) return false;
  hold(held_[planned.dst], chosen.pattern, chosen.base);
  return true;
}

// d := a, extended from 32 bits
inline bool PatternRegisters::hold_extended(const PlannedInstr& planned, bool is_signed) {
  const HeldRegister& a = held_[planned.a];
  uint64_t base = 0;
  if (a.pattern == kNoPattern || !extended_base(a, pattern_of(a), is_signed, base)) return false;
  hold(held_[planned.dst], a.pattern, base);
  return true;
}

// d := a + factor * b, 64 bits, where b is extended from 32
inline bool PatternRegisters::hold_extended_sum(const PlannedInstr& planned, uint32_t pc,
                                                bool is_signed) {
  const HeldRegister &a = held_[planned.a], &b = held_[planned.b];
  uint64_t base = 0;
  if (b.pattern == kNoPattern || !extended_base(b, pattern_of(b), is_signed, base)) return false;
  const uint32_t sum = patterns_->sum(pc, a.pattern, b.pattern, planned.factor, true);
  if (sum == kNoPattern) return false;
  hold(held_[planned.dst], sum, a.base + static_cast<uint64_t>(planned.factor) * base);
  return true;
}

// d := a << b
inline bool PatternRegisters::hold_shift(const PlannedInstr& planned, uint32_t pc) {
  const HeldRegister &a = held_[planned.a], &b = held_[planned.b];
  if (b.pattern != kUniform || b.base > 30) return false;
  const uint32_t shifted =
      a.pattern == kUniform ? kUniform
                            : patterns_->sum(pc, kUniform, a.pattern, int64_t{1} << b.base, false);
  if (shifted == kNoPattern) return false;
  hold(held_[planned.dst], shifted, low_half(a.base << b.base));
  return true;
}

bool PatternRegisters::hold_other(const PlannedInstr& planned, uint32_t pc) {
  const HeldRegister& a = held_[planned.a];
  const HeldRegister& b = held_[planned.b];
  HeldRegister& d = held_[planned.dst];
  switch (planned.treatment) {
    case Treatment::kConstant:
      hold(d, kUniform, static_cast<uint64_t>(planned.factor));
      if (planned.is_steady) write_lanes(planned.dst, width_of_result(pc));
      return true;
    case Treatment::kBuiltin:
      if (!hold_thread_index(instr_at(pc))) return false;
      if (planned.is_steady) write_lanes(planned.dst, 1);
      return true;
    case Treatment::kOfBlock:
      hold(
          d, kUniform,
          builtin_value(static_cast<lang::Builtin>(instr_at(pc).imm), run_.context, run_.block, 0));
      if (planned.is_steady) write_lanes(planned.dst, 1);
      return true;
    case Treatment::kSelect:
      return hold_select(planned, pc);
    case Treatment::kTruncate:
      if (a.pattern == kNoPattern) return false;
      hold(d, a.pattern, low_half(a.base));
      return true;
    case Treatment::kExtendSigned:
      return hold_extended(planned, true);
    case Treatment::kExtendUnsigned:
      return hold_extended(planned, false);
    case Treatment::kWideSumSigned:
      return hold_extended_sum(planned, pc, true);
    case Treatment::kWideSumUnsigned:
      return hold_extended_sum(planned, pc, false);
    case Treatment::kProduct:
    case Treatment::kWideProduct:
      return a.pattern != kNoPattern && b.pattern != kNoPattern &&
             hold_product(planned, pc, planned.treatment == Treatment::kWideProduct);
    case Treatment::kCompare:
      return a.pattern != kNoPattern && b.pattern != kNoPattern && hold_comparison(planned);
    case Treatment::kShift:
      return hold_shift(planned, pc);
    case Treatment::kScalar:
      if (a.pattern != kUniform || (!planned.is_unary && b.pattern != kUniform)) return false;
      hold(d, kUniform, run_.plan->scalars[pc](a.base, b.base));
      return true;
    default:
      return false;
  }
}

// What loops are made of is executed here, the rest elsewhere: so the compiler keeps all that this
// needs in the processor's registers.
Position PatternRegisters::run_ahead(Position at) {
  const PlannedInstr* const plan = plan_;
  HeldRegister* const held = held_;
  uint32_t* const masks = run_.warp.masks.data();
  Patterns& patterns = *patterns_;
  uint32_t pc = at.pc, mask = at.mask;
  uint64_t budget = at.left;
  // Lanes that a condition leaves out, of which all have one value. Where to go on: by a branch,
  // which the processor foresees, for if that were computed all that follows would wait for it.
  const auto test = [&](const PlannedInstr& planned, bool is_true, uint32_t next) {
    if (planned.treatment == Treatment::kIf) masks[planned.dst] = 0;
    if (is_true && mask != 0) [[likely]]
      return next;
    masks[planned.dst] |= mask;
    mask = 0;
    return static_cast<uint32_t>(planned.factor);
  };
  for (; budget != 0 && plan[pc].treatment > Treatment::kInPlace; --budget) {
    const PlannedInstr& planned = plan[pc];
    const HeldRegister& a = held[planned.a];
    uint32_t next = pc + 1;
    switch (planned.treatment) {
      case Treatment::kJump:
        pc = static_cast<uint32_t>(planned.factor);
        continue;
      case Treatment::kJumpIfNone:
        pc = mask == 0 ? static_cast<uint32_t>(planned.factor) : next;
        continue;
      case Treatment::kJumpIfAny:
        pc = mask != 0 ? static_cast<uint32_t>(planned.factor) : next;
        continue;
      case Treatment::kRejoin:
        mask |= std::exchange(masks[planned.dst], 0);
        pc = next;
        continue;
      case Treatment::kIf:
      case Treatment::kLoopTest:
        if (a.pattern != kUniform) return {pc, mask, budget};
        pc = test(planned, (a.base & 1) != 0, next);
        continue;
      case Treatment::kMove:
        if (mask != ~0u) return {pc, mask, budget};
        [[fallthrough]];
      case Treatment::kCopy:
        if (a.pattern == kNoPattern) return {pc, mask, budget};
        hold(held[planned.dst], a.pattern, a.base);
        break;
      case Treatment::kAddNumber:
        if (a.pattern == kNoPattern) return {pc, mask, budget};
        hold(held[planned.dst], a.pattern, a.base + static_cast<uint64_t>(planned.factor));
        break;
      case Treatment::kScale:
        if (!hold_scaled(patterns, held, planned, pc)) return {pc, mask, budget};
        if (planned.is_indexed && budget > 1 && hold_sum(patterns, held, plan[next], next)) {
          ++next;
          --budget;
        }
        break;
      case Treatment::kSum:
        if (!hold_sum(patterns, held, planned, pc)) return {pc, mask, budget};
        break;
      case Treatment::kWideSum:
        if (!hold_wide_sum(patterns, held, planned, pc)) return {pc, mask, budget};
        break;
      case Treatment::kCompare: {
        const HeldRegister& b = held[planned.b];
        if (a.pattern != kUniform || b.pattern != kUniform) {
          if (!hold_other(planned, pc)) return {pc, mask, budget};
          break;
        }
        const bool is_true = compare(planned.factor, a.base, b.base);
        hold(held[planned.dst], kUniform, is_true ? 1 : 0);
        if (planned.is_tested && budget > 1) {
          pc = test(plan[next], is_true, next + 1);
          --budget;
          continue;
        }
        break;
      }
      default:
        if (!hold_other(planned, pc)) return {pc, mask, budget};
        break;
    }
    if (planned.is_moved && mask == ~0u && budget > 1) {
      hold(held[plan[next].dst], held[planned.dst].pattern, held[planned.dst].base);
      ++next;
      --budget;
      if (planned.is_looped && budget > 1) {
        next = static_cast<uint32_t>(plan[next].factor);
        --budget;
      }
    }
    pc = next;
  }
  return {pc, mask, budget};
}

}  // namespace warplens::machine
