// The translator to x86-64: walks the lane's program once, instruction by instruction. Its parts:
// native_translation.cpp the walk, control flow and what is left to C++, native_arithmetic.cpp and
// native_conversion.cpp what computes registers of registers, native_memory.cpp loads and stores.
//
// rbx has the address of the lane's registers, r12 that of the program's memory, r13 that of the
// stack, r15 the NativeState, r14 -Memory::first_address(), rbp what is left of the budget; rax,
// rcx, rdx, xmm0 and xmm1 are free within an instruction; the others are NativeRegisters'.
#pragma once

#include <asmjit/x86.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/scalar/native_code.hpp"
#include "sim/host/scalar/native_registers.hpp"
#include "sim/host/scalar/scalar_code.hpp"
#include "sim/host/scalar/scalar_machine.hpp"

namespace warplens::host {

// What a translator needs to know of a lane's program as a whole: where its blocks begin, and
// which registers hold values within one block alone.

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

class NativeTranslation {
 public:
  NativeTranslation(const NativeLayout& layout, asmjit::CodeHolder& to);

  void run();
  // Behind run(): by instruction where its code begins; no valid label where none may begin.
  const std::vector<asmjit::Label>& begins() const { return begins_; }
  const NativeSlots& slots() const { return slots_; }
  // Where code begins that is called with a NativeState and an address to go on at.
  asmjit::Label entry() const { return entry_; }
  // By instruction the addresses of begins(), read by code that returns from subroutines.
  void set_addresses(const void* const* addresses) { addresses_ = addresses; }

 private:
  using Gp = asmjit::x86::Gp;
  using Xmm = asmjit::x86::Xmm;
  using Id = asmjit::InstId;
  using Condition = asmjit::x86::CondCode;

  void make_entry_and_exit();
  void make_elsewhere(asmjit::Label begin, const void* function);
  void translate(const ScalarInstr& instr);
  bool translate_control(const ScalarInstr& instr);
  bool translate_move(const ScalarInstr& instr);
  bool translate_arithmetic(const ScalarInstr& instr);
  bool translate_conversion(const ScalarInstr& instr);
  bool translate_real(const ScalarInstr& instr);
  bool translate_memory(const ScalarInstr& instr);
  void translate_call(const ScalarInstr& instr);
  void translate_return();
  void call_operation(const ScalarInstr& instr);
  void execute_in_machine();

  // Code out of the way, made behind the rest.
  void later(std::function<void()> make) { later_.push_back(std::move(make)); }
  void stop(Stop why, uint32_t now, uint32_t next);
  void stop(Stop why) { stop(why, at_, at_ + 1); }
  asmjit::Label stop_later(Stop why);
  void jump(const ScalarInstr& instr, uint32_t now);
  void jump_if(Condition condition, const ScalarInstr& instr);
  void call(const void* function);
  bool follows() const { return layout_.reach != nullptr; }
  void interpret_later(asmjit::Label begin);
  void note_turn(uint32_t at, bool is_taken);

  asmjit::Operand value_of(uint32_t slot, bool is_wide);
  void compute(Id id, const ScalarInstr& instr, bool is_wide);
  void compute_real(Id id, const ScalarInstr& instr, bool is_wide);
  void compare(const ScalarInstr& instr, bool is_wide);
  void compare_numbers(Condition holds, const ScalarInstr& instr, bool is_wide);
  void compare_reals(const ScalarInstr& instr, bool is_wide, uint16_t which);
  void unless(Condition fails, const ScalarInstr& instr, bool is_wide);
  void shift(Id id, const ScalarInstr& instr, bool is_wide, bool keeps_sign);
  void divide(const ScalarInstr& instr, bool is_signed, bool is_wide, bool wants_rest);
  void index(const ScalarInstr& instr);
  void put_condition(Condition condition, uint32_t slot);
  void select(const ScalarInstr& instr, bool is_wide);

  struct Access {
    uint16_t address = 0;  // R
    int32_t offset = 0;
    bool is_frame = false;
    uint32_t bytes = 4;
    bool is_signed = false;
  };
  void load(const Access& access, uint32_t slot);
  void store(const Access& access, uint32_t slot);
  asmjit::x86::Mem reach(const Access& access, const std::function<void()>& elsewhere);
  void look_into_views(const Access& access, bool is_store,
                       const std::function<void(const asmjit::x86::Mem&)>& use, asmjit::Label back);
  void call_elsewhere(const Access& access, bool is_store, asmjit::Label back);
  void look_at_label(const Access& access);
  void take_label_off(const Access& access);
  bool is_next_real(uint32_t slot, bool is_wide) const;

  const NativeLayout& layout_;
  const ScalarCode& code_;
  asmjit::x86::Assembler to_;
  NativeSlots slots_;
  NativeRegisters registers_;
  std::vector<asmjit::Label> begins_;
  asmjit::Label entry_, exit_, load_elsewhere_, store_elsewhere_, overwrite_;
  std::vector<std::function<void()>> later_;
  const void* const* addresses_ = nullptr;
  uint32_t at_ = 0;  // index of the instruction that is translated
};

}  // namespace warplens::host
