#include "sim/host/scalar/native_translation.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "sim/host/scalar/scalar_arithmetic.hpp"
#include "sim/host/scalar/scalar_operations.hpp"
#include "sim/machine/avx2/assembly.hpp"

namespace warplens::host {

namespace x86 = asmjit::x86;
using asmjit::Imm;
using code::Op;
using lane::number_of;

namespace {

x86::Mem field(size_t offset, uint32_t bytes) {
  return x86::Mem(x86::r15, static_cast<int32_t>(offset), bytes);
}
#define WARPLENS_FIELD(name) \
  field(offsetof(NativeState, name), sizeof(std::declval<NativeState&>().name))

// Of the CallFrame at rdx.
#define WARPLENS_CALL_FIELD(name) \
  x86::Mem(x86::rdx, static_cast<int32_t>(offsetof(CallFrame, name)), sizeof(CallFrame::name))

// What a callee saves for its caller, by the System V ABI.
const std::array<x86::Gp, 6> kSaved{x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15};

template <class Function>
const void* address_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

}  // namespace

NativeTranslation::NativeTranslation(const NativeLayout& layout, asmjit::CodeHolder& to)
    : layout_(layout),
      code_(layout.code),
      to_(&to),
      slots_(slots_of(layout.code, layout.program)),
      registers_(to_, x86::rbx, slots_.is_local),
      begins_(code_.instrs.size() + 1) {}

void NativeTranslation::run() {
  for (size_t i = 0; i < begins_.size(); ++i) {
    if (slots_.begins_block[i]) begins_[i] = to_.newLabel();
  }
  make_entry_and_exit();
  load_elsewhere_ = to_.newLabel();
  store_elsewhere_ = to_.newLabel();
  make_elsewhere(load_elsewhere_, address_of(layout_.calls.load));
  make_elsewhere(store_elsewhere_, address_of(layout_.calls.store));
  overwrite_ = to_.newLabel();
  make_elsewhere(overwrite_, address_of(layout_.calls.overwrite));
  for (at_ = 0; at_ < code_.instrs.size(); ++at_) {
    if (slots_.begins_block[at_]) {
      registers_.forget();
      to_.bind(begins_[at_]);
    }
    translate(code_.instrs[at_]);
  }
  if (slots_.begins_block[at_]) to_.bind(begins_[at_]);
  stop(Stop::kDeviceOnly);
  while (!later_.empty()) {
    for (const auto& make : std::exchange(later_, {})) make();
  }
}

void NativeTranslation::make_entry_and_exit() {
  entry_ = to_.newLabel();
  exit_ = to_.newLabel();
  to_.bind(entry_);
  for (const Gp& reg : kSaved) to_.push(reg);
  to_.sub(x86::rsp, Imm(8));  // calls find the stack aligned
  to_.mov(x86::r15, x86::rdi);
  to_.mov(x86::rbx, WARPLENS_FIELD(registers));
  to_.mov(x86::r12, WARPLENS_FIELD(memory));
  to_.mov(x86::r13, WARPLENS_FIELD(frames));
  to_.mov(x86::r14, Imm(uint64_t{0} - Memory::first_address()));
  to_.mov(x86::rbp, WARPLENS_FIELD(left));
  to_.jmp(x86::rsi);
  to_.bind(exit_);
  to_.mov(WARPLENS_FIELD(left), x86::rbp);
  to_.add(x86::rsp, Imm(8));
  for (auto reg = kSaved.rbegin(); reg != kSaved.rend(); ++reg) to_.pop(*reg);
  to_.ret();
}

// Calls a function of the machine from the middle of a block, whose registers stay: with the offset
// in rcx and the bytes in edx. Returns in al what it returns.
void NativeTranslation::make_elsewhere(asmjit::Label begin, const void* function) {
  const std::array<Gp, 7> numbers{x86::rcx, x86::rsi, x86::rdi, x86::r8,
                                  x86::r9,  x86::r10, x86::r11};
  constexpr int32_t kReals = 16, kRealBytes = 16;
  to_.bind(begin);
  for (const Gp& reg : numbers) to_.push(reg);
  to_.sub(x86::rsp, Imm(kReals * kRealBytes));
  for (int32_t i = 0; i < kReals; ++i)
    to_.movups(x86::ptr(x86::rsp, i * kRealBytes), x86::xmm(static_cast<uint32_t>(i)));
  to_.mov(x86::rdi, WARPLENS_FIELD(machine));
  to_.mov(x86::rsi, x86::rcx);
  to_.sub(x86::rsi, x86::r14);
  call(function);
  for (int32_t i = 0; i < kReals; ++i)
    to_.movups(x86::xmm(static_cast<uint32_t>(i)), x86::ptr(x86::rsp, i * kRealBytes));
  to_.add(x86::rsp, Imm(kReals * kRealBytes));
  for (auto reg = numbers.rbegin(); reg != numbers.rend(); ++reg) to_.pop(*reg);
  to_.ret();
}

void NativeTranslation::call(const void* function) {
  to_.mov(x86::rax, Imm(reinterpret_cast<uintptr_t>(function)));
  to_.call(x86::rax);
}

void NativeTranslation::stop(Stop why, uint32_t now, uint32_t next) {
  to_.mov(WARPLENS_FIELD(now), Imm(now));
  to_.mov(WARPLENS_FIELD(next), Imm(next));
  to_.mov(x86::eax, Imm(static_cast<uint32_t>(why)));
  to_.jmp(exit_);
}

asmjit::Label NativeTranslation::stop_later(Stop why) {
  const asmjit::Label begin = to_.newLabel();
  later([this, why, begin, at = at_] {
    to_.bind(begin);
    stop(why, at, at + 1);
  });
  return begin;
}

// Takes the steps of a jump off the budget, and jumps unless that is used up.
void NativeTranslation::jump(const ScalarInstr& instr, uint32_t now) {
  const auto target = static_cast<uint32_t>(instr.imm);
  const asmjit::Label is_over = to_.newLabel();
  to_.sub(x86::rbp, Imm(instr.c));
  to_.jle(is_over);
  to_.jmp(begins_[target]);
  later([this, is_over, now, target] {
    to_.bind(is_over);
    stop(Stop::kBudget, now, target);
  });
}

void NativeTranslation::jump_if(Condition condition, const ScalarInstr& instr) {
  const asmjit::Label taken = to_.newLabel();
  to_.j(condition, taken);
  later([this, taken, instr, at = at_] {
    to_.bind(taken);
    note_turn(at, true);
    jump(instr, at);
  });
  note_turn(at_, false);
}

// A branch that turns away from a launch.
void NativeTranslation::note_turn(uint32_t at, bool is_taken) {
  if (!follows() || !layout_.reach->turns_away(at, is_taken)) return;
  to_.mov(x86::rax, Imm(reinterpret_cast<uintptr_t>(layout_.turn)));
  to_.mov(x86::dword_ptr(x86::rax), Imm(at));
}

// Out of the way: the interpreter executes this instruction and goes on.
void NativeTranslation::interpret_later(asmjit::Label begin) {
  later([this, begin, unstored = registers_.unstored(), at = at_] {
    to_.bind(begin);
    for (const NativeRegisters::Unstored& one : unstored) registers_.store(one);
    to_.mov(WARPLENS_FIELD(next), Imm(at));
    to_.mov(x86::eax, Imm(NativeCode::kInterpret));
    to_.jmp(exit_);
  });
}

void NativeTranslation::translate(const ScalarInstr& instr) {
  if (translate_control(instr) || translate_move(instr) || translate_arithmetic(instr) ||
      translate_real(instr) || translate_conversion(instr) || translate_memory(instr))
    return;
  if (operation_of(instr.op) != nullptr)
    call_operation(instr);
  else
    execute_in_machine();
}

// The function finds its operands in memory.
void NativeTranslation::call_operation(const ScalarInstr& instr) {
  registers_.spill();
  registers_.forget();
  to_.mov(x86::rdi, x86::rbx);
  to_.mov(x86::rsi, Imm(reinterpret_cast<uintptr_t>(&code_.instrs[at_])));
  call(address_of(operation_of(instr.op)));
}

void NativeTranslation::execute_in_machine() {
  if (follows()) {
    const asmjit::Label begin = to_.newLabel();
    to_.jmp(begin);
    interpret_later(begin);
    registers_.forget();
    return;
  }
  registers_.spill();
  registers_.forget();
  to_.mov(x86::rdi, WARPLENS_FIELD(machine));
  to_.mov(x86::esi, Imm(at_));
  call(address_of(layout_.calls.execute));
  const asmjit::Label stopped = to_.newLabel();
  to_.test(x86::eax, x86::eax);
  to_.jnz(stopped);
  later([this, stopped, at = at_] {
    to_.bind(stopped);
    to_.sub(x86::eax, Imm(1));
    to_.mov(WARPLENS_FIELD(now), Imm(at));
    to_.mov(WARPLENS_FIELD(next), Imm(at + 1));
    to_.jmp(exit_);
  });
}

// A call of a function that does not call itself needs the machine only where the stack is full or
// grows. No register has a value that is needed afterwards.
void NativeTranslation::translate_call(const ScalarInstr& instr) {
  const auto index = static_cast<uint32_t>(instr.imm);
  const code::Subroutine& subroutine = layout_.program.subroutines[index];
  const auto ask_machine = [this, index] {
    to_.mov(x86::rdi, WARPLENS_FIELD(machine));
    to_.mov(x86::esi, Imm(index));
    to_.mov(x86::edx, Imm(at_ + 1));
    call(address_of(layout_.calls.enter));
    to_.test(x86::al, x86::al);
    to_.jz(stop_later(Stop::kStackFull));
  };
  const asmjit::Label entered = to_.newLabel(), is_over = to_.newLabel();
  if (follows() || subroutine.function->is_recursive) {
    ask_machine();
  } else {
    const asmjit::Label asks = to_.newLabel();
    to_.mov(x86::eax, WARPLENS_FIELD(calls.frame_end));
    to_.add(x86::eax, Imm(kFrameAlignment - 1));
    to_.and_(x86::eax, Imm(-static_cast<int32_t>(kFrameAlignment)));
    to_.lea(x86::ecx, x86::dword_ptr(x86::rax, static_cast<int32_t>(subroutine.local_bytes)));
    to_.cmp(x86::ecx, Imm(Memory::kStackBytes));
    to_.ja(asks);
    to_.mov(x86::edx, WARPLENS_FIELD(calls.depth));
    to_.cmp(x86::edx, WARPLENS_FIELD(calls.most));
    to_.jae(asks);
    to_.imul(x86::rdx, x86::rdx, Imm(sizeof(CallFrame)));
    to_.add(x86::rdx, WARPLENS_FIELD(calls.frames));
    to_.mov(WARPLENS_CALL_FIELD(next), Imm(at_ + 1));
    to_.mov(WARPLENS_CALL_FIELD(subroutine), Imm(index));
    to_.mov(x86::esi, WARPLENS_FIELD(calls.frame_begin));
    to_.mov(WARPLENS_CALL_FIELD(frame_begin), x86::esi);
    to_.mov(x86::esi, WARPLENS_FIELD(calls.frame_end));
    to_.mov(WARPLENS_CALL_FIELD(frame_end), x86::esi);
    to_.mov(WARPLENS_CALL_FIELD(saved), Imm(-1));
    to_.mov(WARPLENS_FIELD(calls.frame_begin), x86::eax);
    to_.mov(WARPLENS_FIELD(calls.frame_end), x86::ecx);
    to_.inc(WARPLENS_FIELD(calls.depth));
    later([this, asks, ask_machine, entered, at = at_] {
      at_ = at;
      to_.bind(asks);
      ask_machine();
      to_.jmp(entered);
    });
  }
  to_.bind(entered);
  const uint32_t entry = code_.entries[index];
  to_.sub(x86::rbp, Imm(kStepsOfCall));
  to_.jle(is_over);
  to_.jmp(begins_[entry]);
  later([this, is_over, entry, at = at_] {
    to_.bind(is_over);
    stop(Stop::kBudget, at, entry);
  });
}

// The machine has the caller's registers, where they were saved.
void NativeTranslation::translate_return() {
  const auto ask_machine = [this] {
    to_.mov(x86::rdi, WARPLENS_FIELD(machine));
    call(address_of(layout_.calls.leave));
    to_.mov(x86::ecx, x86::eax);
  };
  const asmjit::Label left = to_.newLabel();
  if (follows()) {
    ask_machine();
  } else {
    const asmjit::Label asks = to_.newLabel();
    to_.mov(x86::eax, WARPLENS_FIELD(calls.depth));
    to_.sub(x86::eax, Imm(1));
    to_.imul(x86::rdx, x86::rax, Imm(sizeof(CallFrame)));
    to_.add(x86::rdx, WARPLENS_FIELD(calls.frames));
    to_.cmp(WARPLENS_CALL_FIELD(saved), Imm(-1));
    to_.jne(asks);
    to_.mov(WARPLENS_FIELD(calls.depth), x86::eax);
    to_.mov(x86::eax, WARPLENS_CALL_FIELD(frame_begin));
    to_.mov(WARPLENS_FIELD(calls.frame_begin), x86::eax);
    to_.mov(x86::eax, WARPLENS_CALL_FIELD(frame_end));
    to_.mov(WARPLENS_FIELD(calls.frame_end), x86::eax);
    to_.mov(x86::ecx, WARPLENS_CALL_FIELD(next));
    later([this, asks, ask_machine, left] {
      to_.bind(asks);
      ask_machine();
      to_.jmp(left);
    });
  }
  to_.bind(left);
  to_.mov(x86::rax, Imm(reinterpret_cast<uintptr_t>(addresses_)));
  to_.jmp(x86::qword_ptr(x86::rax, x86::rcx, 3));
}

bool NativeTranslation::translate_control(const ScalarInstr& instr) {
  const auto mask = [&] {
    to_.mov(x86::rax, Imm(reinterpret_cast<uintptr_t>(layout_.masks + instr.dst)));
    return x86::byte_ptr(x86::rax);
  };
  const auto test = [&] {
    const Gp x = registers_.number(instr.a, false);
    to_.test(x, x);
  };
  const auto stop_with_number = [&](Stop why) {
    to_.mov(x86::rax, Imm(reinterpret_cast<uintptr_t>(layout_.number)));
    to_.mov(x86::dword_ptr(x86::rax), Imm(instr.imm));
    stop(why);
  };
  switch (instr.op) {
    case number_of(Extra::kGoto):
      jump(instr, at_);
      return true;
    case number_of(Extra::kGotoIfZero):
      test();
      jump_if(Condition::kE, instr);
      return true;
    case number_of(Extra::kGotoIfTrue):
      test();
      jump_if(Condition::kNE, instr);
      return true;
    case number_of(Extra::kGotoIfMask):
      to_.cmp(mask(), Imm(0));
      jump_if(Condition::kNE, instr);
      return true;
    case number_of(Extra::kMaskOne):
      to_.mov(mask(), Imm(1));
      return true;
    case number_of(Extra::kMaskZeroIf): {
      const asmjit::Label stays = to_.newLabel();
      test();
      to_.jz(stays);
      to_.mov(mask(), Imm(0));
      to_.bind(stays);
      return true;
    }
    case number_of(Op::kCall):
      translate_call(instr);
      return true;
    case number_of(Op::kSubReturn):
      translate_return();
      return true;
    case number_of(Op::kHostCall): {
      const auto site = static_cast<uint32_t>(instr.imm);
      if (site >= layout_.direct_calls.size() || layout_.direct_calls[site].function == nullptr) {
        stop_with_number(Stop::kCall);
        return true;
      }
      registers_.spill();
      registers_.forget();
      to_.mov(x86::rdi, Imm(reinterpret_cast<uintptr_t>(layout_.direct_calls[site].of)));
      call(address_of(layout_.direct_calls[site].function));
      to_.mov(registers_.memory_of(layout_.program.host_calls[site].result, false), x86::eax);
      return true;
    }
    case number_of(Op::kLaunch):
      stop_with_number(Stop::kLaunch);
      return true;
    case number_of(Op::kPrint):
      stop_with_number(Stop::kPrint);
      return true;
    case number_of(Op::kAssert): {
      const asmjit::Label failed = to_.newLabel();
      test();
      to_.jz(failed);
      later([this, failed, stop_with_number = instr.imm, at = at_] {
        at_ = at;
        to_.bind(failed);
        to_.mov(x86::rax, Imm(reinterpret_cast<uintptr_t>(layout_.number)));
        to_.mov(x86::dword_ptr(x86::rax), Imm(stop_with_number));
        stop(Stop::kAssert);
      });
      return true;
    }
    case number_of(Op::kEnd):
      stop(Stop::kEnd, at_, at_);
      return true;
    default:
      return false;
  }
}

// ------------------------------------------------------------------------------------ running it

namespace {

class Native : public NativeCode {
 public:
  // Null if the processor's memory for code is not to be had.
  static std::unique_ptr<Native> make(const NativeLayout& layout) {
    auto made = std::make_unique<Native>();
    machine::Assembly assembly(made->runtime_);
    if (!assembly.is_ready()) return nullptr;
    NativeTranslation translation(layout, assembly.holder());
    made->addresses_.resize(layout.code.instrs.size() + 1);
    translation.set_addresses(made->addresses_.data());
    translation.run();
    if (!assembly.place()) return nullptr;
    made->local_slots_ = translation.slots().is_local;
    made->enter_ = assembly.function_at<Enter>(translation.entry());
    for (size_t i = 0; i < made->addresses_.size(); ++i)
      made->addresses_[i] = assembly.at(translation.begins()[i]);
    return made;
  }

  uint32_t run(NativeState& state) const override { return enter_(&state, addresses_[state.next]); }
  const std::vector<bool>& local_slots() const override { return local_slots_; }

 private:
  using Enter = uint32_t(NativeState*, const void* at);
  asmjit::JitRuntime runtime_;
  Enter* enter_ = nullptr;
  std::vector<const void*> addresses_;  // by instruction
  std::vector<bool> local_slots_;
};

}  // namespace

std::unique_ptr<NativeCode> translate_natively(const NativeLayout& layout) {
  return Native::make(layout);
}

}  // namespace warplens::host
