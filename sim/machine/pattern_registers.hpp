// Registers held as patterns: where a register's lanes are a base and known offsets (all equal, or
// as threadIdx makes them), these two are kept, and integer arithmetic is done once instead of 32
// times. The lanes are written when an instruction needs them. What is computed is the same.
#pragma once

#include <cstdint>

#include "sim/code/opcodes.hpp"
#include "sim/machine/interpreter.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/pattern_plan.hpp"
#include "sim/machine/patterns.hpp"

namespace warplens::machine {

// Where a warp is, with the lanes that are active there and how many instructions it may execute.
struct Position {
  uint32_t pc = 0, mask = 0;
  uint64_t left = 0;
};

// The registers of a warp that runs. Where the run has no plan, all are in lanes.
class PatternRegisters {
 public:
  PatternRegisters(WarpRun& run, uint32_t* registers)
      : run_(run),
        patterns_(run.patterns),
        plan_(patterns_ == nullptr ? nullptr : run.plan->instrs.data()),
        held_(run.warp.held.data()),
        registers_(registers) {}

  // Null: an instruction like any other.
  const PlannedInstr* planned(uint32_t pc) const {
    if (plan_ == nullptr || plan_[pc].treatment == Treatment::kPlain) return nullptr;
    return &plan_[pc];
  }
  // Executes the instruction there and those that follow, as long as patterns are enough. Where it
  // goes on.
  Position run_ahead(Position at);
  // Before any other instruction: its operands are put into lanes.
  void settle(const PlannedInstr& planned) {
    if (planned.settles != 0) settle_operands(planned);
  }
  // After it: its results are what their lanes are.
  void forget(const PlannedInstr& planned) {
    if (planned.forgets != 0) forget_results(planned);
  }

  // What the first operand of an instruction that asks is held as; null: lanes.
  const HeldRegister* held_if_asked(const PlannedInstr& planned, uint16_t slot) const {
    const bool is_asked = planned.treatment == Treatment::kAsk;
    return is_asked && held_[slot].pattern != kNoPattern ? &held_[slot] : nullptr;
  }
  const LanePattern& pattern_of(const HeldRegister& held) const {
    return (*patterns_)[held.pattern];
  }
  // Writes the lanes of a value of one or two slots, if they are not there.
  void settle(uint32_t slot, uint32_t width) {
    if (!held_[slot].is_in_lanes) write_lanes(slot, width);
  }

 private:
  const code::Instr& instr_at(uint32_t pc) const { return run_.context.program->instrs[pc]; }
  uint32_t width_of_result(uint32_t pc) const {
    return instr_at(pc).op == code::Op::kConst64 ? 2 : 1;
  }
  bool hold_thread_index(const code::Instr& instr);
  bool hold_product(const PlannedInstr& planned, uint32_t pc, bool is_wide);
  bool hold_comparison(const PlannedInstr& planned);
  static bool hold_sum(Patterns& patterns, HeldRegister* held, const PlannedInstr& planned,
                       uint32_t pc);
  static bool hold_wide_sum(Patterns& patterns, HeldRegister* held, const PlannedInstr& planned,
                            uint32_t pc);
  static bool hold_scaled(Patterns& patterns, HeldRegister* held, const PlannedInstr& planned,
                          uint32_t pc);
  bool hold_select(const PlannedInstr& planned, uint32_t pc);
  bool hold_extended(const PlannedInstr& planned, bool is_signed);
  bool hold_extended_sum(const PlannedInstr& planned, uint32_t pc, bool is_signed);
  bool hold_shift(const PlannedInstr& planned, uint32_t pc);
  // What run_ahead() leaves to it: whether patterns are enough.
  [[gnu::noinline]] bool hold_other(const PlannedInstr& planned, uint32_t pc);
  static void hold(HeldRegister& held, uint32_t pattern, uint64_t base) {
    held = {pattern, false, base};
  }
  void settle_operands(const PlannedInstr& planned);
  void forget_results(const PlannedInstr& planned);
  void write_lanes(uint32_t slot, uint32_t width);

  WarpRun& run_;
  Patterns* patterns_;
  const PlannedInstr* plan_;
  HeldRegister* held_;
  uint32_t* registers_;
};

}  // namespace warplens::machine
