// Conversions of one register's lanes: widths, and between integers and reals.
#include <bit>

#include "sim/code/pointer.hpp"
#include "sim/machine/avx2/warp_translation.hpp"

namespace warplens::machine {

using code::Op;
namespace x86 = asmjit::x86;
using asmjit::Imm;

namespace {

// How vcmpps compares.
constexpr int kOrdered = 7, kGreaterOrEqual = 13;

}  // namespace

bool WarpTranslation::translate_conversion(const Instr& instr) {
  const auto extend = [this](int bits, bool is_signed) {
    compute(1, [=, this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
      to_.vpslld(d, x, Imm(bits));
      if (is_signed)
        to_.vpsrad(d, d, Imm(bits));
      else
        to_.vpsrld(d, d, Imm(bits));
    });
  };
  const auto from_half = [this](Id id) {  // four lanes of 32 bits
    compute(1, [=, this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
      to_.emit(id, d, x.xmm());
    });
  };
  switch (instr.op) {
    case Op::kExtendS8:
      extend(24, true);
      return true;
    case Op::kExtendU8:
      extend(24, false);
      return true;
    case Op::kExtendS16:
      extend(16, true);
      return true;
    case Op::kExtendU16:
      extend(16, false);
      return true;
    case Op::kExtendS32:
      from_half(x86::Inst::kIdVpmovsxdq);
      return true;
    case Op::kExtendU32:
      from_half(x86::Inst::kIdVpmovzxdq);
      return true;
    case Op::kS32ToF64:
      from_half(x86::Inst::kIdVcvtdq2pd);
      return true;
    case Op::kF32ToF64:
      from_half(x86::Inst::kIdVcvtps2pd);
      return true;
    case Op::kTruncateI64:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) { narrow(d, x); });
      return true;
    case Op::kSharedPointer:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vpmovzxdq(x86::ymm3, x.xmm());
        spread_wide_number(x86::ymm4, code::kSharedPointerBase);
        to_.vpaddq(d, x86::ymm3, x86::ymm4);
      });
      return true;
    case Op::kS32ToF32:
      compute(1,
              [this](const Vec& d, const Vec& x, const Vec&, const Vec&) { to_.vcvtdq2ps(d, x); });
      return true;
    case Op::kF64ToF32:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vcvtpd2ps(d.xmm(), x);
        make_canonical(d);
      });
      return true;
    case Op::kF32ToS32:
      // The processor makes 0x80000000 of what is out of range: right below, and of large numbers
      // and NaNs mended.
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vcvttps2dq(d, x);
        spread_number(x86::ymm3, std::bit_cast<uint32_t>(0x1p31f));
        to_.vcmpps(x86::ymm3, x, x86::ymm3, Imm(kGreaterOrEqual));
        to_.vpxor(d, d, x86::ymm3);
        to_.vcmpps(x86::ymm3, x, x, Imm(kOrdered));
        to_.vpand(d, d, x86::ymm3);
      });
      return true;
    default:
      return false;
  }
}

}  // namespace warplens::machine
