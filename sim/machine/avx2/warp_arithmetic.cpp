// Sums, products, comparisons and addresses as the processor's instructions on 8 or 4 lanes. Each
// does what the opcode's expression says (sim/code/opcodes.hpp); opcodes that are not here are
// functions.
#include <bit>

#include "sim/machine/avx2/warp_translation.hpp"

namespace warplens::machine {

using code::Op;
namespace x86 = asmjit::x86;
using asmjit::Imm;

namespace {

constexpr uint32_t kSign = 0x80000000;
constexpr uint64_t kWideSign = uint64_t{1} << 63;
// How vcmpps and vcmppd compare: ordered, or true where an operand is no number.
constexpr int kEqual = 0, kLess = 1, kLessOrEqual = 2, kUnordered = 3, kNotEqual = 4;

// d := d * x + y, of a product or a sum with another sign.
asmjit::InstId fused_id(bool is_wide, bool negates_product, bool negates_addend) {
  namespace Inst = x86::Inst;
  if (negates_product && negates_addend)
    return is_wide ? Inst::kIdVfnmsub213pd : Inst::kIdVfnmsub213ps;
  if (negates_product) return is_wide ? Inst::kIdVfnmadd213pd : Inst::kIdVfnmadd213ps;
  if (negates_addend) return is_wide ? Inst::kIdVfmsub213pd : Inst::kIdVfmsub213ps;
  return is_wide ? Inst::kIdVfmadd213pd : Inst::kIdVfmadd213ps;
}

}  // namespace

// 1 where the condition's lane is all ones, else 0; and the other way round.
void WarpTranslation::ones_of(const Vec& d, const Vec& condition) {
  to_.vpsrld(d, condition, Imm(31));
}
void WarpTranslation::ones_unless(const Vec& d, const Vec& condition) {
  spread_number(x86::ymm11, 1);
  to_.vpaddd(d, condition, x86::ymm11);
}

// Four lanes of 64 bits, of which the lower halves count, as four of 32.
void WarpTranslation::narrow(const Vec& d, const Vec& from) {
  to_.vextracti128(x86::xmm10, from, Imm(1));
  to_.vshufps(d.xmm(), from.xmm(), x86::xmm10, Imm(0x88));
}

// A NaN in single precision has one bit pattern.
void WarpTranslation::make_canonical(const Vec& d) {
  to_.vcmpps(x86::ymm10, d, d, Imm(kUnordered));
  spread_number(x86::ymm11, 0x7fffffff);
  to_.vblendvps(d, d, x86::ymm11, x86::ymm10);
}

bool WarpTranslation::translate_integer(const Instr& instr) {
  const auto compare = [this](Id id, bool is_swapped, bool is_negated) {
    compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
      to_.emit(id, d, is_swapped ? y : x, is_swapped ? x : y);
      if (is_negated)
        ones_unless(d, d);
      else
        ones_of(d, d);
    });
  };
  // Whether the greater, or the smaller, of two unsigned numbers is x.
  const auto compare_unsigned = [this](Id extreme, bool is_negated) {
    compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
      to_.emit(extreme, d, x, y);
      to_.vpcmpeqd(d, d, x);
      if (is_negated)
        ones_unless(d, d);
      else
        ones_of(d, d);
    });
  };
  switch (instr.op) {
    case Op::kAddI32:
      plain(x86::Inst::kIdVpaddd);
      return true;
    case Op::kSubI32:
      plain(x86::Inst::kIdVpsubd);
      return true;
    case Op::kMulI32:
      plain(x86::Inst::kIdVpmulld);
      return true;
    case Op::kAndI32:
    case Op::kAndI64:
      plain(x86::Inst::kIdVpand);
      return true;
    case Op::kOrI32:
    case Op::kOrI64:
      plain(x86::Inst::kIdVpor);
      return true;
    case Op::kXorI32:
    case Op::kXorI64:
      plain(x86::Inst::kIdVpxor);
      return true;
    case Op::kShlI32:
      plain(x86::Inst::kIdVpsllvd);
      return true;
    case Op::kShrS32:
      plain(x86::Inst::kIdVpsravd);
      return true;
    case Op::kShrU32:
      plain(x86::Inst::kIdVpsrlvd);
      return true;
    case Op::kMinS32:
      plain(x86::Inst::kIdVpminsd);
      return true;
    case Op::kMaxS32:
      plain(x86::Inst::kIdVpmaxsd);
      return true;
    case Op::kMinU32:
      plain(x86::Inst::kIdVpminud);
      return true;
    case Op::kMaxU32:
      plain(x86::Inst::kIdVpmaxud);
      return true;
    case Op::kLtS32:
      compare(x86::Inst::kIdVpcmpgtd, true, false);
      return true;
    case Op::kLeS32:
      compare(x86::Inst::kIdVpcmpgtd, false, true);
      return true;
    case Op::kEqI32:
      compare(x86::Inst::kIdVpcmpeqd, false, false);
      return true;
    case Op::kNeI32:
      compare(x86::Inst::kIdVpcmpeqd, false, true);
      return true;
    case Op::kLtU32:
      compare_unsigned(x86::Inst::kIdVpmaxud, true);
      return true;
    case Op::kLeU32:
      compare_unsigned(x86::Inst::kIdVpminud, false);
      return true;
    case Op::kNegI32:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vpxor(x86::ymm3, x86::ymm3, x86::ymm3);
        to_.vpsubd(d, x86::ymm3, x);
      });
      return true;
    case Op::kNotI32:
    case Op::kNotI64:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vpcmpeqd(x86::ymm3, x86::ymm3, x86::ymm3);
        to_.vpxor(d, x, x86::ymm3);
      });
      return true;
    case Op::kAbsS32:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) { to_.vpabsd(d, x); });
      return true;
    case Op::kIsZeroI32:
    case Op::kNonZeroI32:
      compute(1, [this, is_zero = instr.op == Op::kIsZeroI32](const Vec& d, const Vec& x,
                                                              const Vec&, const Vec&) {
        to_.vpxor(x86::ymm3, x86::ymm3, x86::ymm3);
        to_.vpcmpeqd(d, x86::ymm3, x);
        if (is_zero)
          ones_of(d, d);
        else
          ones_unless(d, d);
      });
      return true;
    default:
      return false;
  }
}

// The quotient of four lanes, in xmm `d`: as doubles, whose quotient is exact enough for 32 bits.
void WarpTranslation::divide_four(const Xmm& d, const Xmm& x, const Xmm& y, bool is_signed) {
  const Vec a = x86::ymm8, b = x86::ymm9;
  if (is_signed) {
    to_.vcvtdq2pd(a, x);
    to_.vcvtdq2pd(b, y);
    to_.vdivpd(a, a, b);
    to_.vcvttpd2dq(d, a);
    return;
  }
  // As signed numbers, which are 2^31 less.
  constexpr int kTruncate = 3;
  const Vec half = x86::ymm10;
  spread_number(x86::ymm11, kSign);
  spread_wide_number(half, std::bit_cast<uint64_t>(0x1p31));
  to_.vpxor(a.xmm(), x, x86::xmm11);
  to_.vcvtdq2pd(a, a.xmm());
  to_.vaddpd(a, a, half);
  to_.vpxor(b.xmm(), y, x86::xmm11);
  to_.vcvtdq2pd(b, b.xmm());
  to_.vaddpd(b, b, half);
  to_.vdivpd(a, a, b);
  to_.vroundpd(a, a, Imm(kTruncate));
  to_.vsubpd(a, a, half);
  to_.vcvttpd2dq(d, a);
  to_.vpxor(d, d, x86::xmm11);
}

bool WarpTranslation::translate_division(const Instr& instr) {
  const bool is_signed = instr.op == Op::kDivS32 || instr.op == Op::kRemS32;
  const bool wants_rest = instr.op == Op::kRemS32 || instr.op == Op::kRemU32;
  if (!is_signed && instr.op != Op::kDivU32 && instr.op != Op::kRemU32) return false;
  if (values_.is_all_uniform(at_)) return false;
  compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
    to_.vextracti128(x86::xmm3, x, Imm(1));
    to_.vextracti128(x86::xmm4, y, Imm(1));
    divide_four(x86::xmm5, x.xmm(), y.xmm(), is_signed);
    divide_four(x86::xmm6, x86::xmm3, x86::xmm4, is_signed);
    to_.vinserti128(d, x86::ymm5, x86::xmm6, Imm(1));
    if (wants_rest) {
      to_.vpmulld(d, d, y);
      to_.vpsubd(d, x, d);
    }
    // By 0: all ones.
    to_.vpxor(x86::ymm3, x86::ymm3, x86::ymm3);
    to_.vpcmpeqd(x86::ymm3, x86::ymm3, y);
    to_.vpor(d, d, x86::ymm3);
  });
  return true;
}

// x * y, of 64 bits: of the halves' products those that are not past the upper end.
void WarpTranslation::multiply_wide(const Vec& d, const Vec& x, const Vec& y) {
  to_.vpsrlq(x86::ymm3, x, Imm(32));
  to_.vpmuludq(x86::ymm3, x86::ymm3, y);
  to_.vpsrlq(x86::ymm4, y, Imm(32));
  to_.vpmuludq(x86::ymm4, x86::ymm4, x);
  to_.vpaddq(x86::ymm3, x86::ymm3, x86::ymm4);
  to_.vpsllq(x86::ymm3, x86::ymm3, Imm(32));
  to_.vpmuludq(d, x, y);
  to_.vpaddq(d, d, x86::ymm3);
}

bool WarpTranslation::translate_wide_integer(const Instr& instr) {
  const auto compare = [this](bool is_swapped, bool is_negated, bool is_unsigned) {
    compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
      Vec first = is_swapped ? y : x, second = is_swapped ? x : y;
      if (is_unsigned) {
        spread_wide_number(x86::ymm3, kWideSign);
        to_.vpxor(x86::ymm4, first, x86::ymm3);
        to_.vpxor(x86::ymm5, second, x86::ymm3);
        first = x86::ymm4;
        second = x86::ymm5;
      }
      to_.vpcmpgtq(d, first, second);
      narrow(d, d);
      if (is_negated)
        ones_unless(d, d);
      else
        ones_of(d, d);
    });
  };
  const auto compare_equal = [this](bool is_negated) {
    compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
      to_.vpcmpeqq(d, x, y);
      narrow(d, d);
      if (is_negated)
        ones_unless(d, d);
      else
        ones_of(d, d);
    });
  };
  const auto shift = [this](Id id) {
    compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
      to_.vpmovzxdq(x86::ymm3, y.xmm());
      to_.emit(id, d, x, x86::ymm3);
    });
  };
  switch (instr.op) {
    case Op::kAddI64:
      plain(x86::Inst::kIdVpaddq);
      return true;
    case Op::kSubI64:
      plain(x86::Inst::kIdVpsubq);
      return true;
    case Op::kMulI64:
      compute(2, [this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
        multiply_wide(d, x, y);
      });
      return true;
    case Op::kLtS64:
      compare(true, false, false);
      return true;
    case Op::kLeS64:
      compare(false, true, false);
      return true;
    case Op::kLtU64:
      compare(true, false, true);
      return true;
    case Op::kLeU64:
      compare(false, true, true);
      return true;
    case Op::kEqI64:
      compare_equal(false);
      return true;
    case Op::kNeI64:
      compare_equal(true);
      return true;
    case Op::kShlI64:
      shift(x86::Inst::kIdVpsllvq);
      return true;
    case Op::kShrU64:
      shift(x86::Inst::kIdVpsrlvq);
      return true;
    case Op::kNegI64:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vpxor(x86::ymm3, x86::ymm3, x86::ymm3);
        to_.vpsubq(d, x86::ymm3, x);
      });
      return true;
    default:
      return false;
  }
}

bool WarpTranslation::translate_real(const Instr& instr) {
  const auto single = [this](Id id) {
    compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
      to_.emit(id, d, x, y);
      make_canonical(d);
    });
  };
  const auto compare = [this](int how) {
    compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
      to_.vcmpps(d, x, y, Imm(how));
      ones_of(d, d);
    });
  };
  const auto compare_double = [this](int how) {
    compute(2, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
      to_.vcmppd(d, x, y, Imm(how));
      narrow(d, d);
      ones_of(d, d);
    });
  };
  const auto with_bits = [this](Id id, uint32_t bits) {
    compute(1, [=, this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
      spread_number(x86::ymm3, bits);
      to_.emit(id, d, x, x86::ymm3);
    });
  };
  const auto with_wide_bits = [this](Id id, uint64_t bits) {
    compute(1, [=, this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
      spread_wide_number(x86::ymm3, bits);
      to_.emit(id, d, x, x86::ymm3);
    });
  };
  switch (instr.op) {
    case Op::kAddF32:
      single(x86::Inst::kIdVaddps);
      return true;
    case Op::kSubF32:
      single(x86::Inst::kIdVsubps);
      return true;
    case Op::kMulF32:
      single(x86::Inst::kIdVmulps);
      return true;
    case Op::kDivF32:
      single(x86::Inst::kIdVdivps);
      return true;
    case Op::kAddF64:
      plain(x86::Inst::kIdVaddpd);
      return true;
    case Op::kSubF64:
      plain(x86::Inst::kIdVsubpd);
      return true;
    case Op::kMulF64:
      plain(x86::Inst::kIdVmulpd);
      return true;
    case Op::kDivF64:
      plain(x86::Inst::kIdVdivpd);
      return true;
    case Op::kFmaF32:
      compute(3, [this](const Vec& d, const Vec& x, const Vec& y, const Vec& z) {
        to_.vmovdqa(d, x);
        to_.vfmadd213ps(d, y, z);
        make_canonical(d);
      });
      return true;
    case Op::kFmaF64:
      compute(3, [this](const Vec& d, const Vec& x, const Vec& y, const Vec& z) {
        to_.vmovdqa(d, x);
        to_.vfmadd213pd(d, y, z);
      });
      return true;
    case Op::kFusedF32:
    case Op::kFusedF64: {
      const bool is_wide = instr.op == Op::kFusedF64;
      const Id id = fused_id(is_wide, (instr.imm & 1) != 0, (instr.imm & 2) != 0);
      compute(3, [=, this](const Vec& d, const Vec& x, const Vec& y, const Vec& z) {
        to_.vmovdqa(d, x);
        to_.emit(id, d, y, z);
        if (!is_wide) make_canonical(d);
      });
      return true;
    }
    case Op::kSqrtF32:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vsqrtps(d, x);
        make_canonical(d);
      });
      return true;
    case Op::kSqrtF64:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) { to_.vsqrtpd(d, x); });
      return true;
    case Op::kRsqrtF32:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vsqrtps(x86::ymm3, x);
        spread_number(x86::ymm4, std::bit_cast<uint32_t>(1.0f));
        to_.vdivps(d, x86::ymm4, x86::ymm3);
        make_canonical(d);
      });
      return true;
    case Op::kLtF32:
      compare(kLess);
      return true;
    case Op::kLeF32:
      compare(kLessOrEqual);
      return true;
    case Op::kEqF32:
      compare(kEqual);
      return true;
    case Op::kLtF64:
      compare_double(kLess);
      return true;
    case Op::kLeF64:
      compare_double(kLessOrEqual);
      return true;
    case Op::kEqF64:
      compare_double(kEqual);
      return true;
    case Op::kNegF32:
      with_bits(x86::Inst::kIdVpxor, kSign);
      return true;
    case Op::kAbsF32:
      with_bits(x86::Inst::kIdVpand, ~kSign);
      return true;
    case Op::kNegF64:
      with_wide_bits(x86::Inst::kIdVpxor, kWideSign);
      return true;
    case Op::kAbsF64:
      with_wide_bits(x86::Inst::kIdVpand, ~kWideSign);
      return true;
    case Op::kNonZeroF32:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vpxor(x86::ymm3, x86::ymm3, x86::ymm3);
        to_.vcmpps(d, x, x86::ymm3, Imm(kNotEqual));
        ones_of(d, d);
      });
      return true;
    case Op::kIsNanF32:
      compute(1, [this](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        to_.vcmpps(d, x, x, Imm(kUnordered));
        ones_of(d, d);
      });
      return true;
    default:
      return false;
  }
}

// Addresses: something and so many times an index.
bool WarpTranslation::translate_index(const Instr& instr) {
  return is_left_to_next(at_) || compute_index(instr);
}

bool WarpTranslation::compute_index(const Instr& instr) {
  const auto factor = static_cast<uint32_t>(instr.imm);
  const bool is_power = std::has_single_bit(factor);
  const int shift = std::countr_zero(factor);
  const auto times = [=, this](const Vec& d, const Vec& x) {
    if (is_power) {
      to_.vpslld(d, x, Imm(shift));
    } else {
      spread_number(x86::ymm4, factor);
      to_.vpmulld(d, x, x86::ymm4);
    }
  };
  // ymm3 := the index, widened, times the factor.
  const auto wide_times = [=, this](Id widen, Id multiply, const Vec& index) {
    to_.emit(widen, x86::ymm3, index.xmm());
    if (is_power) {
      to_.vpsllq(x86::ymm3, x86::ymm3, Imm(shift));
    } else {
      spread_wide_number(x86::ymm4, factor);
      to_.emit(multiply, x86::ymm3, x86::ymm3, x86::ymm4);
    }
  };
  switch (instr.op) {
    case Op::kScale32:
      compute(1, [&](const Vec& d, const Vec& x, const Vec&, const Vec&) { times(d, x); });
      return true;
    case Op::kIndex32:
      compute(2, [&](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
        times(x86::ymm3, y);
        to_.vpaddd(d, x, x86::ymm3);
      });
      return true;
    case Op::kIndexS32:
      if (instr.imm < 0) return false;
      compute(2, [&](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
        wide_times(x86::Inst::kIdVpmovsxdq, x86::Inst::kIdVpmuldq, y);
        to_.vpaddq(d, x, x86::ymm3);
      });
      return true;
    case Op::kIndexU32:
      if (instr.imm < 0) return false;
      compute(2, [&](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
        wide_times(x86::Inst::kIdVpmovzxdq, x86::Inst::kIdVpmuludq, y);
        to_.vpaddq(d, x, x86::ymm3);
      });
      return true;
    case Op::kIndex64:
      compute(2, [&](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
        if (is_power && instr.imm > 0) {
          to_.vpsllq(x86::ymm6, y, Imm(shift));
        } else {
          spread_wide_number(x86::ymm5, static_cast<uint64_t>(int64_t{instr.imm}));
          multiply_wide(x86::ymm6, y, x86::ymm5);
        }
        to_.vpaddq(d, x, x86::ymm6);
      });
      return true;
    case Op::kAddImm64:
      compute(1, [&](const Vec& d, const Vec& x, const Vec&, const Vec&) {
        spread_wide_number(x86::ymm3, static_cast<uint64_t>(int64_t{instr.imm}));
        to_.vpaddq(d, x, x86::ymm3);
      });
      return true;
    default:
      return false;
  }
}

}  // namespace warplens::machine
