// Lanes in the processor's registers: from and to their slots, by parts of 8 lanes, or of 4 where a
// value is 64 bits wide. A value that is the same in all lanes is one number in a scalar.
#include <array>

#include "sim/base/assert.hpp"
#include "sim/machine/avx2/warp_translation.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

using code::Op;
namespace x86 = asmjit::x86;
using asmjit::Imm;

namespace {

constexpr int32_t kSlotBytes = kWarpSize * sizeof(uint32_t);

}  // namespace

WarpTranslation::Value WarpTranslation::read(size_t k) const {
  size_t at = 0;
  for (const code::SlotRange& range : values_.uses(at_).reads) {
    if (k < at + range.count) {
      const auto slot = static_cast<uint16_t>(range.slot + (k - at) * range.width);
      return {slot, range.width == 2, values_.is_uniform(at_, k)};
    }
    at += range.count;
  }
  WL_ASSERT(false, "an instruction has so many operands");
  return {};
}

WarpTranslation::Value WarpTranslation::written() const {
  const code::SlotRange& range = values_.uses(at_).writes.front();
  return {range.slot, range.width == 2, values_.writes_uniform(at_)};
}

x86::Mem WarpTranslation::place(const Value& value, uint32_t part, uint32_t parts) const {
  if (value.is_uniform) {
    const int32_t at = value.slot * static_cast<int32_t>(sizeof(uint64_t));
    return value.is_wide ? x86::qword_ptr(x86::r12, at) : x86::dword_ptr(x86::r12, at);
  }
  const int32_t bytes = (value.is_wide ? 2 : 1) * kSlotBytes / static_cast<int32_t>(parts);
  return x86::ptr(x86::rbx, value.slot * kSlotBytes + static_cast<int32_t>(part) * bytes);
}

void WarpTranslation::load(const Vec& to, const Value& value, uint32_t part, uint32_t parts) {
  const x86::Mem from = place(value, part, parts);
  const bool fills = value.is_wide || parts == 4;
  if (parts == 1) {
    if (value.is_wide)
      to_.vmovq(to.xmm(), from);
    else
      to_.vmovd(to.xmm(), from);
  } else if (fills) {
    to_.vmovdqu(to, from);
  } else {
    to_.vmovdqu(to.xmm(), from);
  }
}

void WarpTranslation::store(const Vec& from, const Value& value, uint32_t part, uint32_t parts) {
  const x86::Mem to = place(value, part, parts);
  if (value.is_uniform) {
    if (value.is_wide)
      to_.vmovq(to, from.xmm());
    else
      to_.vmovd(to, from.xmm());
  } else if (value.is_wide || parts == 4) {
    to_.vmovdqu(to, from);
  } else {
    to_.vmovdqu(to, from.xmm());
  }
}

// A uniform value in every lane of a register.
void WarpTranslation::spread(const Vec& to, const Value& value) {
  if (value.is_wide)
    to_.vpbroadcastq(to, place(value, 0, 1));
  else
    to_.vpbroadcastd(to, place(value, 0, 1));
}

void WarpTranslation::put_uniform_into_lanes(const Value& value) {
  spread(x86::ymm0, value);
  const int32_t vectors = (value.is_wide ? 2 : 1) * kSlotBytes / kVectorBytes;
  for (int32_t i = 0; i < vectors; ++i)
    to_.vmovdqu(x86::ptr(x86::rbx, value.slot * kSlotBytes + i * kVectorBytes), x86::ymm0);
}

// The result of so many operands, in all lanes whether active or not. `compute` may use ymm3 to
// ymm11 as it likes.
void WarpTranslation::compute(size_t operands, const Compute& compute) {
  const Value to = written();
  std::array<Value, 3> from;
  const std::array<Vec, 3> registers{x86::ymm0, x86::ymm1, x86::ymm2};
  const std::array<Vec, 3> uniform{x86::ymm12, x86::ymm13, x86::ymm14};
  std::array<Vec, 3> in = registers;
  bool is_wide = to.is_wide, all_uniform = true;
  for (size_t k = 0; k < operands; ++k) {
    from[k] = read(k);
    is_wide = is_wide || from[k].is_wide;
    all_uniform = all_uniform && from[k].is_uniform;
  }
  const Vec d = x86::ymm15;
  if (all_uniform) {
    for (size_t k = 0; k < operands; ++k) load(registers[k], from[k], 0, 1);
    compute(d, in[0], in[1], in[2]);
    if (to.is_uniform) return store(d, to, 0, 1);
    const Value kept{to.slot, to.is_wide, true};
    store(d, kept, 0, 1);
    return put_uniform_into_lanes(kept);
  }
  WL_ASSERT(!to.is_uniform, "what is computed from what varies varies");
  for (size_t k = 0; k < operands; ++k) {
    if (!from[k].is_uniform) continue;
    in[k] = uniform[k];
    spread(in[k], from[k]);
  }
  const uint32_t parts = is_wide ? 8 : 4;
  for (uint32_t part = 0; part < parts; ++part) {
    for (size_t k = 0; k < operands; ++k)
      if (!from[k].is_uniform) load(in[k], from[k], part, parts);
    compute(d, in[0], in[1], in[2]);
    store(d, to, part, parts);
  }
}

// Of two operands, by one instruction of the processor.
void WarpTranslation::plain(Id id) {
  compute(2, [this, id](const Vec& d, const Vec& x, const Vec& y, const Vec&) {
    to_.emit(id, d, x, y);
  });
}

bool WarpTranslation::translate_move(const Instr& instr) {
  const auto copy = [](asmjit::x86::Assembler& to, const Vec& d, const Vec& x) {
    to.vmovdqa(d, x);
  };
  const uint64_t constant = instr.op == Op::kConst32 || instr.op == Op::kConst64
                                ? program_.constants[static_cast<uint32_t>(instr.imm)]
                                : 0;
  switch (instr.op) {
    case Op::kConst32:
    case Op::kConst64: {
      const Value to = written();
      if (to.is_wide)
        spread_wide_number(x86::ymm15, constant);
      else
        spread_number(x86::ymm15, static_cast<uint32_t>(constant));
      const uint32_t parts = to.is_uniform ? 1 : to.is_wide ? 8 : 4;
      for (uint32_t part = 0; part < parts; ++part) store(x86::ymm15, to, part, parts);
      return true;
    }
    case Op::kCopy32:
    case Op::kCopy64:
      compute(1, [&](const Vec& d, const Vec& x, const Vec&, const Vec&) { copy(to_, d, x); });
      return true;
    case Op::kMove32:
    case Op::kMove64: {
      const asmjit::Label is_partial = to_.newLabel(), on = to_.newLabel();
      if (written().is_uniform) {
        to_.test(x86::r13d, x86::r13d);
        to_.jz(on);
        const Value from = read(0), to = written();
        if (to.is_wide) {
          to_.mov(x86::rax, place(from, 0, 1));
          to_.mov(place(to, 0, 1), x86::rax);
        } else {
          to_.mov(x86::eax, place(from, 0, 1));
          to_.mov(place(to, 0, 1), x86::eax);
        }
        to_.bind(on);
        return true;
      }
      to_.cmp(x86::r13d, Imm(-1));
      to_.jne(is_partial);
      compute(1, [&](const Vec& d, const Vec& x, const Vec&, const Vec&) { copy(to_, d, x); });
      to_.bind(on);
      later([this, is_partial, on, at = at_] {
        at_ = at;
        to_.bind(is_partial);
        compute_under_mask();
        to_.jmp(on);
      });
      return true;
    }
    case Op::kSelect32:
      compute(3, [this](const Vec& d, const Vec& x, const Vec& y, const Vec& z) {
        to_.vpxor(x86::ymm3, x86::ymm3, x86::ymm3);
        to_.vpcmpeqd(x86::ymm3, x86::ymm3, x);
        to_.vpblendvb(d, y, z, x86::ymm3);
      });
      return true;
    case Op::kSelect64:
      compute(3, [this](const Vec& d, const Vec& x, const Vec& y, const Vec& z) {
        to_.vpxor(x86::ymm3, x86::ymm3, x86::ymm3);
        to_.vpcmpeqd(x86::ymm3, x86::ymm3, x);
        to_.vpmovsxdq(x86::ymm3, x86::xmm3);
        to_.vpblendvb(d, y, z, x86::ymm3);
      });
      return true;
    default:
      return false;
  }
}

// A move by some of the lanes.
void WarpTranslation::compute_under_mask() {
  const Value from = read(0), to = written();
  const uint32_t parts = to.is_wide ? 8 : 4;
  spread_mask();
  if (from.is_uniform) spread(x86::ymm0, from);
  for (uint32_t part = 0; part < parts; ++part) {
    active_lanes(part, parts);
    if (!from.is_uniform) load(x86::ymm0, from, part, parts);
    load(x86::ymm1, to, part, parts);
    to_.vpblendvb(x86::ymm15, x86::ymm1, x86::ymm0, x86::ymm4);
    store(x86::ymm15, to, part, parts);
  }
}

void WarpTranslation::spread_mask() {
  to_.vmovd(x86::xmm3, x86::r13d);
  to_.vpbroadcastd(x86::ymm3, x86::xmm3);
}

void WarpTranslation::active_lanes(uint32_t part, uint32_t parts) {
  const x86::Mem bits =
      x86::ptr(lane_bits_, static_cast<int32_t>(part * (kWarpSize / parts) * sizeof(uint32_t)));
  if (parts == kParts) {
    to_.vpand(x86::ymm4, x86::ymm3, bits);
    to_.vpcmpeqd(x86::ymm4, x86::ymm4, bits);
    return;
  }
  to_.vpand(x86::xmm4, x86::xmm3, bits);
  to_.vpcmpeqd(x86::xmm4, x86::xmm4, bits);
  to_.vpmovsxdq(x86::ymm4, x86::xmm4);
}

// -------------------------------------------------------------------------------------- constants

x86::Mem WarpTranslation::number(uint32_t value) {
  for (const auto& [label, known] : numbers_)
    if (known == value) return x86::dword_ptr(label);
  numbers_.emplace_back(to_.newLabel(), value);
  return x86::dword_ptr(numbers_.back().first);
}

x86::Mem WarpTranslation::wide_number(uint64_t value) {
  for (const auto& [label, known] : wide_numbers_)
    if (known == value) return x86::qword_ptr(label);
  wide_numbers_.emplace_back(to_.newLabel(), value);
  return x86::qword_ptr(wide_numbers_.back().first);
}

void WarpTranslation::spread_number(const Vec& to, uint32_t value) {
  if (value == 0)
    to_.vpxor(to, to, to);
  else
    to_.vpbroadcastd(to, number(value));
}

void WarpTranslation::spread_wide_number(const Vec& to, uint64_t value) {
  if (value == 0)
    to_.vpxor(to, to, to);
  else
    to_.vpbroadcastq(to, wide_number(value));
}

void WarpTranslation::make_constants() {
  to_.align(asmjit::AlignMode::kData, kVectorBytes);
  to_.bind(lane_bits_);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) to_.embedUInt32(uint32_t{1} << lane);
  to_.bind(lane_places_);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) to_.embedUInt32(lane * 4);
  to_.bind(wide_places_);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) to_.embedUInt32(lane * 8);
  for (const auto& [label, value] : wide_numbers_) {
    to_.bind(label);
    to_.embedUInt64(value);
  }
  for (const auto& [label, value] : numbers_) {
    to_.bind(label);
    to_.embedUInt32(value);
  }
}

}  // namespace warplens::machine
