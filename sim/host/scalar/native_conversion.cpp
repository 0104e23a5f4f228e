// What computes a register of one other: widths, signs, conversions between integers and real
// numbers, square roots.
#include "sim/host/scalar/native_translation.hpp"
#include "sim/host/scalar/scalar_arithmetic.hpp"

namespace warplens::host {

namespace x86 = asmjit::x86;
namespace I = asmjit::x86::Inst;
using asmjit::Imm;
using code::Op;
using lane::number_of;

bool NativeTranslation::translate_conversion(const ScalarInstr& instr) {
  // A number of 32 bits (of 64) to one of 32 (of 64).
  const auto extend = [&](bool is_from_wide, bool is_to_wide, auto&& make) {
    const Gp x = registers_.number(instr.a, is_from_wide);
    const Gp result = registers_.new_number(is_to_wide);
    make(result, x);
    registers_.put(instr.dst, is_to_wide, result);
    return true;
  };
  const auto real_of = [&](Id id, bool is_unsigned_32, bool is_wide_number, bool is_wide) {
    Gp x = registers_.number(instr.a, is_wide_number);
    const Xmm result = registers_.new_real();
    to_.xorps(result, result);
    if (is_unsigned_32) {
      to_.mov(x86::eax, x);
      x = x86::rax;
    }
    to_.emit(id, result, x);
    registers_.put(instr.dst, is_wide, result);
    return true;
  };
  const auto number_from = [&](Id id, bool is_wide, bool is_number_wide, bool is_converted_wide) {
    const Xmm x = registers_.real(instr.a, is_wide);
    const Gp result = registers_.new_number(is_number_wide);
    to_.emit(id, is_converted_wide ? Gp(result.r64()) : Gp(result.r32()), x);
    if (is_converted_wide && !is_number_wide) to_.mov(result, result);
    registers_.put(instr.dst, is_number_wide, result);
    return true;
  };
  const auto round = [&](Id id, bool is_from_wide, bool is_to_wide) {
    const Xmm x = registers_.real(instr.a, is_from_wide);
    const Xmm result = registers_.new_real();
    to_.xorps(result, result);
    to_.emit(id, result, x);
    registers_.put(instr.dst, is_to_wide, result);
    return true;
  };
  switch (instr.op) {
    case number_of(Op::kExtendS8):
      return extend(false, false, [&](Gp to, Gp x) { to_.movsx(to, x.r8()); });
    case number_of(Op::kExtendU8):
      return extend(false, false, [&](Gp to, Gp x) { to_.movzx(to, x.r8()); });
    case number_of(Op::kExtendS16):
      return extend(false, false, [&](Gp to, Gp x) { to_.movsx(to, x.r16()); });
    case number_of(Op::kExtendU16):
      return extend(false, false, [&](Gp to, Gp x) { to_.movzx(to, x.r16()); });
    case number_of(Op::kExtendS32):
      return extend(false, true, [&](Gp to, Gp x) { to_.movsxd(to, x); });
    case number_of(Op::kExtendU32):
      return extend(false, true, [&](Gp to, Gp x) { to_.mov(to.r32(), x); });
    case number_of(Op::kTruncateI64):
      return extend(true, false, [&](Gp to, Gp x) { to_.mov(to, x.r32()); });
    case number_of(Op::kNegI32):
      return extend(false, false, [&](Gp to, Gp x) { to_.mov(to, x), to_.neg(to); });
    case number_of(Op::kNegI64):
      return extend(true, true, [&](Gp to, Gp x) { to_.mov(to, x), to_.neg(to); });
    case number_of(Op::kNotI32):
      return extend(false, false, [&](Gp to, Gp x) { to_.mov(to, x), to_.not_(to); });
    case number_of(Op::kNotI64):
      return extend(true, true, [&](Gp to, Gp x) { to_.mov(to, x), to_.not_(to); });
    case number_of(Op::kNegF32):
      return extend(false, false, [&](Gp to, Gp x) { to_.mov(to, x), to_.btc(to, Imm(31)); });
    case number_of(Op::kNegF64):
      return extend(true, true, [&](Gp to, Gp x) { to_.mov(to, x), to_.btc(to, Imm(63)); });
    case number_of(Op::kAbsF32):
      return extend(false, false, [&](Gp to, Gp x) { to_.mov(to, x), to_.btr(to, Imm(31)); });
    case number_of(Op::kAbsF64):
      return extend(true, true, [&](Gp to, Gp x) { to_.mov(to, x), to_.btr(to, Imm(63)); });
    case number_of(Op::kIsZeroI32):
    case number_of(Op::kNonZeroI32): {
      const Gp x = registers_.number(instr.a, false);
      to_.test(x, x);
      const bool is_zero = instr.op == number_of(Op::kIsZeroI32);
      put_condition(is_zero ? Condition::kE : Condition::kNE, instr.dst);
      return true;
    }
    case number_of(Op::kNonZeroI64): {
      const Gp x = registers_.number(instr.a, true);
      to_.test(x, x);
      put_condition(Condition::kNE, instr.dst);
      return true;
    }
    case number_of(Op::kS32ToF32):
      return real_of(I::kIdCvtsi2ss, false, false, false);
    case number_of(Op::kU32ToF32):
      return real_of(I::kIdCvtsi2ss, true, false, false);
    case number_of(Op::kS64ToF32):
      return real_of(I::kIdCvtsi2ss, false, true, false);
    case number_of(Op::kS32ToF64):
      return real_of(I::kIdCvtsi2sd, false, false, true);
    case number_of(Op::kU32ToF64):
      return real_of(I::kIdCvtsi2sd, true, false, true);
    case number_of(Op::kS64ToF64):
      return real_of(I::kIdCvtsi2sd, false, true, true);
    case number_of(Op::kF32ToS32):
      return number_from(I::kIdCvttss2si, false, false, false);
    case number_of(Op::kF32ToU32):
      return number_from(I::kIdCvttss2si, false, false, true);
    case number_of(Op::kF32ToS64):
      return number_from(I::kIdCvttss2si, false, true, true);
    case number_of(Op::kF64ToS32):
      return number_from(I::kIdCvttsd2si, true, false, false);
    case number_of(Op::kF64ToU32):
      return number_from(I::kIdCvttsd2si, true, false, true);
    case number_of(Op::kF64ToS64):
      return number_from(I::kIdCvttsd2si, true, true, true);
    case number_of(Op::kF32ToF64):
      return round(I::kIdCvtss2sd, false, true);
    case number_of(Op::kF64ToF32):
      return round(I::kIdCvtsd2ss, true, false);
    case number_of(Op::kSqrtF32):
      return round(I::kIdSqrtss, false, false);
    case number_of(Op::kSqrtF64):
      return round(I::kIdSqrtsd, true, true);
    default:
      return false;
  }
}

}  // namespace warplens::host
