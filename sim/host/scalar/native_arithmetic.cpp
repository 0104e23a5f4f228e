// What computes a register of registers. Opcodes that are missing here are called (operation_of).
#include <algorithm>
#include <cstddef>

#include "sim/host/scalar/native_translation.hpp"
#include "sim/host/scalar/scalar_arithmetic.hpp"

namespace warplens::host {

namespace x86 = asmjit::x86;
namespace I = asmjit::x86::Inst;
using asmjit::Imm;
using code::Op;
using lane::number_of;

namespace {

constexpr bool fits_32(uint64_t value) {
  return static_cast<uint64_t>(int64_t{static_cast<int32_t>(value)}) == value;
}

Imm imm_32(uint64_t value) {
  return Imm(static_cast<int32_t>(value));
}

}  // namespace

// A right operand: a constant, if an instruction takes it, else a register.
asmjit::Operand NativeTranslation::value_of(uint32_t slot, bool is_wide) {
  const auto known = registers_.constant(slot, is_wide);
  if (known && (!is_wide || fits_32(*known))) return imm_32(*known);
  return registers_.number(slot, is_wide);
}

void NativeTranslation::compute(Id id, const ScalarInstr& instr, bool is_wide) {
  const Gp x = registers_.number(instr.a, is_wide);
  const asmjit::Operand y = value_of(instr.b, is_wide);
  const Gp result = registers_.new_number(is_wide);
  if (id == I::kIdImul && y.isImm()) {
    to_.imul(result, x, y.as<Imm>());
  } else if (id == I::kIdAdd) {
    to_.lea(result, y.isReg() ? x86::ptr(x.r64(), y.as<Gp>().r64())
                              : x86::ptr(x.r64(), y.as<Imm>().valueAs<int32_t>()));
  } else {
    to_.mov(result, x);
    to_.emit(id, result, y);
  }
  registers_.put(instr.dst, is_wide, result);
}

void NativeTranslation::compute_real(Id id, const ScalarInstr& instr, bool is_wide) {
  const Xmm x = registers_.real(instr.a, is_wide);
  const Xmm y = registers_.real(instr.b, is_wide);
  const Xmm result = registers_.new_real();
  to_.movaps(result, x);
  to_.emit(id, result, y);
  registers_.put(instr.dst, is_wide, result);
}

void NativeTranslation::compare(const ScalarInstr& instr, bool is_wide) {
  const Gp x = registers_.number(instr.a, is_wide);
  to_.emit(I::kIdCmp, x, value_of(instr.b, is_wide));
}

void NativeTranslation::put_condition(Condition condition, uint32_t slot) {
  const Gp result = registers_.new_number(false);
  to_.set(condition, result.r8());
  to_.movzx(result, result.r8());
  registers_.put(slot, false, result);
}

void NativeTranslation::compare_numbers(Condition holds, const ScalarInstr& instr, bool is_wide) {
  compare(instr, is_wide);
  put_condition(holds, instr.dst);
}

// The result of the comparison is known on each side of the jump.
void NativeTranslation::unless(Condition fails, const ScalarInstr& instr, bool is_wide) {
  compare(instr, is_wide);
  const asmjit::Label failed = to_.newLabel();
  to_.j(fails, failed);
  const bool is_local = registers_.is_local(instr.dst, false);
  later([this, failed, instr, is_local, at = at_] {
    to_.bind(failed);
    if (!is_local) to_.mov(registers_.memory_of(instr.dst, false), Imm(0));
    note_turn(at, true);
    jump(instr, at);
  });
  note_turn(at_, false);
  registers_.put(instr.dst, false, uint64_t{1});
}

// Less and less-or-equal with the operands exchanged, so that a NaN makes them false.
void NativeTranslation::compare_reals(const ScalarInstr& instr, bool is_wide, uint16_t which) {
  const Xmm x = registers_.real(instr.a, is_wide);
  const Xmm y = registers_.real(instr.b, is_wide);
  const bool is_less = which == number_of(Op::kLtF32), is_most = which == number_of(Op::kLeF32);
  const Id id = is_wide ? I::kIdUcomisd : I::kIdUcomiss;
  if (is_less || is_most) {
    to_.emit(id, y, x);
    put_condition(is_less ? Condition::kA : Condition::kAE, instr.dst);
    return;
  }
  const bool is_equal = which == number_of(Op::kEqF32);
  const Gp result = registers_.new_number(false);
  to_.emit(id, x, y);
  to_.set(is_equal ? Condition::kE : Condition::kNE, result.r8());
  to_.set(is_equal ? Condition::kNP : Condition::kP, x86::al);
  if (is_equal)
    to_.and_(result.r8(), x86::al);
  else
    to_.or_(result.r8(), x86::al);
  to_.movzx(result, result.r8());
  registers_.put(instr.dst, false, result);
}

// A count of the width or more leaves 0, or the sign.
void NativeTranslation::shift(Id id, const ScalarInstr& instr, bool is_wide, bool keeps_sign) {
  const uint32_t bits = is_wide ? 64 : 32;
  const Gp x = registers_.number(instr.a, is_wide);
  const auto known = registers_.constant(instr.b, false);
  if (known) {
    const Gp result = registers_.new_number(is_wide);
    to_.mov(result, x);
    if (*known < bits || keeps_sign)
      to_.emit(id, result, Imm(std::min<uint64_t>(*known, bits - 1)));
    else
      to_.xor_(result.r32(), result.r32());
    registers_.put(instr.dst, is_wide, result);
    return;
  }
  const Gp count = registers_.number(instr.b, false);
  const Gp result = registers_.new_number(is_wide);
  to_.mov(result, x);
  to_.mov(x86::ecx, count);
  if (keeps_sign) {
    to_.mov(x86::eax, Imm(bits - 1));
    to_.cmp(x86::ecx, x86::eax);
    to_.cmova(x86::ecx, x86::eax);
    to_.emit(id, result, x86::cl);
  } else {
    to_.emit(id, result, x86::cl);
    to_.cmp(x86::ecx, Imm(bits));
    to_.sbb(x86::rax, x86::rax);
    to_.and_(result, is_wide ? Gp(x86::rax) : Gp(x86::eax));
  }
  registers_.put(instr.dst, is_wide, result);
}

// -1 as a divisor is apart: the processor faults on the smallest number divided by it.
void NativeTranslation::divide(const ScalarInstr& instr, bool is_signed, bool is_wide,
                               bool wants_rest) {
  const auto known = registers_.constant(instr.b, is_wide);
  const Gp x = registers_.number(instr.a, is_wide);
  const Gp y = registers_.number(instr.b, is_wide);
  const Gp result = registers_.new_number(is_wide);
  const Gp rax = is_wide ? Gp(x86::rax) : Gp(x86::eax), rdx = is_wide ? Gp(x86::rdx) : Gp(x86::edx);
  const asmjit::Label done = to_.newLabel();
  if (!known || *known == 0) {
    to_.test(y, y);
    to_.jz(stop_later(Stop::kDivision));
  }
  if (is_signed) {
    const asmjit::Label by_minus_one = to_.newLabel();
    const uint64_t minus_one = is_wide ? ~uint64_t{0} : 0xffffffff;
    if (!known || *known == minus_one) {
      to_.cmp(y, Imm(-1));
      to_.je(by_minus_one);
      later([this, by_minus_one, done, result, x, wants_rest] {
        to_.bind(by_minus_one);
        if (wants_rest) {
          to_.xor_(result.r32(), result.r32());
        } else {
          to_.mov(result, x);
          to_.neg(result);
        }
        to_.jmp(done);
      });
    }
    to_.mov(rax, x);
    if (is_wide)
      to_.cqo();
    else
      to_.cdq();
    to_.idiv(y);
  } else {
    to_.mov(rax, x);
    to_.xor_(x86::edx, x86::edx);
    to_.div(y);
  }
  to_.mov(result, wants_rest ? rdx : rax);
  to_.bind(done);
  registers_.put(instr.dst, is_wide, result);
}

// R[d] := R[a] + R[b] * imm, of R[b] as many bits as the opcode says.
void NativeTranslation::index(const ScalarInstr& instr) {
  const bool is_wide = instr.op == number_of(Op::kIndex64);
  const bool is_signed = instr.op == number_of(Op::kIndexS32);
  const Gp base = registers_.number(instr.a, true), y = registers_.number(instr.b, is_wide);
  const Gp result = registers_.new_number(true);
  if (is_wide)
    to_.mov(x86::rax, y);
  else if (is_signed)
    to_.movsxd(x86::rax, y);
  else
    to_.mov(x86::eax, y);
  const int32_t by = instr.imm;
  if (by == 1 || by == 2 || by == 4 || by == 8) {
    const uint32_t shift = by == 1 ? 0 : by == 2 ? 1 : by == 4 ? 2 : 3;
    to_.lea(result, x86::ptr(base, x86::rax, shift));
  } else {
    to_.imul(result, x86::rax, Imm(by));
    to_.add(result, base);
  }
  registers_.put(instr.dst, true, result);
}

void NativeTranslation::select(const ScalarInstr& instr, bool is_wide) {
  const Gp condition = registers_.number(instr.a, false);
  const Gp yes = registers_.number(instr.b, is_wide), no = registers_.number(instr.c, is_wide);
  const Gp result = registers_.new_number(is_wide);
  to_.mov(result, no);
  to_.test(condition, condition);
  to_.cmovnz(result, yes);
  registers_.put(instr.dst, is_wide, result);
}

bool NativeTranslation::translate_move(const ScalarInstr& instr) {
  const auto move = [&](bool is_wide) {
    if (const auto known = registers_.constant(instr.a, is_wide)) {
      registers_.put(instr.dst, is_wide, *known);
    } else if (registers_.is_real(instr.a, is_wide)) {
      const Xmm from = registers_.real(instr.a, is_wide);
      const Xmm to = registers_.new_real();
      to_.movaps(to, from);
      registers_.put(instr.dst, is_wide, to);
    } else {
      const Gp from = registers_.number(instr.a, is_wide);
      const Gp to = registers_.new_number(is_wide);
      to_.mov(to, from);
      registers_.put(instr.dst, is_wide, to);
    }
  };
  const uint64_t* const constants = layout_.program.constants.data();
  switch (instr.op) {
    case number_of(Op::kConst32):
      registers_.put(instr.dst, false, constants[instr.imm]);
      return true;
    case number_of(Op::kConst64):
      registers_.put(instr.dst, true, constants[instr.imm]);
      return true;
    case number_of(Op::kMove32):
    case number_of(Op::kCopy32):
      move(false);
      return true;
    case number_of(Op::kMove64):
    case number_of(Op::kCopy64):
      move(true);
      return true;
    case number_of(Op::kSelect32):
      select(instr, false);
      return true;
    case number_of(Op::kSelect64):
      select(instr, true);
      return true;
    case number_of(Op::kScale32): {
      const Gp x = registers_.number(instr.a, false);
      const Gp result = registers_.new_number(false);
      to_.imul(result, x, Imm(instr.imm));
      registers_.put(instr.dst, false, result);
      return true;
    }
    case number_of(Op::kIndex32): {
      const Gp x = registers_.number(instr.a, false), y = registers_.number(instr.b, false);
      const Gp result = registers_.new_number(false);
      to_.imul(result, y, Imm(instr.imm));
      to_.add(result, x);
      registers_.put(instr.dst, false, result);
      return true;
    }
    case number_of(Op::kIndexS32):
    case number_of(Op::kIndexU32):
    case number_of(Op::kIndex64):
      index(instr);
      return true;
    case number_of(Op::kAddImm64): {
      const Gp x = registers_.number(instr.a, true);
      const Gp result = registers_.new_number(true);
      to_.lea(result, x86::ptr(x, instr.imm));
      registers_.put(instr.dst, true, result);
      return true;
    }
    case number_of(Op::kFrameBase): {
      const Gp result = registers_.new_number(false);
      to_.mov(result, x86::dword_ptr(x86::r15, offsetof(NativeState, calls.frame_begin)));
      registers_.put(instr.dst, false, result);
      return true;
    }
    case number_of(Op::kLocalPointer): {
      const Gp x = registers_.number(instr.a, false);
      const Gp result = registers_.new_number(true);
      to_.mov(x86::eax, x);
      to_.mov(result, Imm(layout_.frames_address));
      to_.add(result, x86::rax);
      registers_.put(instr.dst, true, result);
      return true;
    }
    default:
      return false;
  }
}

bool NativeTranslation::translate_arithmetic(const ScalarInstr& instr) {
  using enum x86::CondCode;
  switch (instr.op) {
#define WARPLENS_DO(name, ...) \
  case number_of(Op::k##name): \
    __VA_ARGS__;               \
    return true;
    WARPLENS_DO(AddI32, compute(I::kIdAdd, instr, false))
    WARPLENS_DO(AddI64, compute(I::kIdAdd, instr, true))
    WARPLENS_DO(SubI32, compute(I::kIdSub, instr, false))
    WARPLENS_DO(SubI64, compute(I::kIdSub, instr, true))
    WARPLENS_DO(MulI32, compute(I::kIdImul, instr, false))
    WARPLENS_DO(MulI64, compute(I::kIdImul, instr, true))
    WARPLENS_DO(AndI32, compute(I::kIdAnd, instr, false))
    WARPLENS_DO(AndI64, compute(I::kIdAnd, instr, true))
    WARPLENS_DO(OrI32, compute(I::kIdOr, instr, false))
    WARPLENS_DO(OrI64, compute(I::kIdOr, instr, true))
    WARPLENS_DO(XorI32, compute(I::kIdXor, instr, false))
    WARPLENS_DO(XorI64, compute(I::kIdXor, instr, true))
    WARPLENS_DO(ShlI32, shift(I::kIdShl, instr, false, false))
    WARPLENS_DO(ShlI64, shift(I::kIdShl, instr, true, false))
    WARPLENS_DO(ShrU32, shift(I::kIdShr, instr, false, false))
    WARPLENS_DO(ShrU64, shift(I::kIdShr, instr, true, false))
    WARPLENS_DO(ShrS32, shift(I::kIdSar, instr, false, true))
    WARPLENS_DO(ShrS64, shift(I::kIdSar, instr, true, true))
    WARPLENS_DO(DivS32, divide(instr, true, false, false))
    WARPLENS_DO(DivU32, divide(instr, false, false, false))
    WARPLENS_DO(RemS32, divide(instr, true, false, true))
    WARPLENS_DO(RemU32, divide(instr, false, false, true))
    WARPLENS_DO(DivS64, divide(instr, true, true, false))
    WARPLENS_DO(DivU64, divide(instr, false, true, false))
    WARPLENS_DO(RemS64, divide(instr, true, true, true))
    WARPLENS_DO(RemU64, divide(instr, false, true, true))
    WARPLENS_DO(LtS32, compare_numbers(kL, instr, false))
    WARPLENS_DO(LeS32, compare_numbers(kLE, instr, false))
    WARPLENS_DO(LtU32, compare_numbers(kB, instr, false))
    WARPLENS_DO(LeU32, compare_numbers(kBE, instr, false))
    WARPLENS_DO(EqI32, compare_numbers(kE, instr, false))
    WARPLENS_DO(NeI32, compare_numbers(kNE, instr, false))
    WARPLENS_DO(LtS64, compare_numbers(kL, instr, true))
    WARPLENS_DO(LeS64, compare_numbers(kLE, instr, true))
    WARPLENS_DO(LtU64, compare_numbers(kB, instr, true))
    WARPLENS_DO(LeU64, compare_numbers(kBE, instr, true))
    WARPLENS_DO(EqI64, compare_numbers(kE, instr, true))
    WARPLENS_DO(NeI64, compare_numbers(kNE, instr, true))
#undef WARPLENS_DO
#define WARPLENS_DO(name, ...)          \
  case number_of(Extra::kUnless##name): \
    __VA_ARGS__;                        \
    return true;
    WARPLENS_DO(LtS32, unless(kGE, instr, false))
    WARPLENS_DO(LeS32, unless(kG, instr, false))
    WARPLENS_DO(LtU32, unless(kAE, instr, false))
    WARPLENS_DO(LeU32, unless(kA, instr, false))
    WARPLENS_DO(EqI32, unless(kNE, instr, false))
    WARPLENS_DO(NeI32, unless(kE, instr, false))
    WARPLENS_DO(LtS64, unless(kGE, instr, true))
    WARPLENS_DO(LtU64, unless(kAE, instr, true))
    WARPLENS_DO(EqI64, unless(kNE, instr, true))
    WARPLENS_DO(NeI64, unless(kE, instr, true))
#undef WARPLENS_DO
    default:
      return false;
  }
}

bool NativeTranslation::translate_real(const ScalarInstr& instr) {
  switch (instr.op) {
#define WARPLENS_COMPUTE(name, id)              \
  case number_of(Op::k##name##F32):             \
    compute_real(I::kId##id##ss, instr, false); \
    return true;                                \
  case number_of(Op::k##name##F64):             \
    compute_real(I::kId##id##sd, instr, true);  \
    return true;
    WARPLENS_COMPUTE(Add, Add)
    WARPLENS_COMPUTE(Sub, Sub)
    WARPLENS_COMPUTE(Mul, Mul)
    WARPLENS_COMPUTE(Div, Div)
#undef WARPLENS_COMPUTE
#define WARPLENS_COMPARE(name)                                \
  case number_of(Op::k##name##F32):                           \
    compare_reals(instr, false, number_of(Op::k##name##F32)); \
    return true;                                              \
  case number_of(Op::k##name##F64):                           \
    compare_reals(instr, true, number_of(Op::k##name##F32));  \
    return true;
    WARPLENS_COMPARE(Lt)
    WARPLENS_COMPARE(Le)
    WARPLENS_COMPARE(Eq)
    WARPLENS_COMPARE(Ne)
#undef WARPLENS_COMPARE
    default:
      return false;
  }
}

}  // namespace warplens::host
