// Loads and stores of the threads' frames, of 4 or 8 bytes a lane, in place: rows of words if all
// lanes reach one offset (local_memory.hpp), loads of 4 bytes from any others.
#include "sim/machine/avx2/warp_translation.hpp"
#include "sim/machine/local_memory.hpp"

namespace warplens::machine {

using code::Op;
namespace x86 = asmjit::x86;
using asmjit::Imm;

namespace {

constexpr auto kRow = static_cast<int32_t>(LocalMemory::kRowBytes);
constexpr uint32_t kRowShift = 5;  // from an offset in a frame to a row

// [bytes] of a lane; 0: not in place.
uint32_t bytes_in_place(Op op) {
  switch (op) {
    case Op::kLoadLocalI32:
    case Op::kStoreLocalI32:
      return 4;
    case Op::kLoadLocalI64:
    case Op::kStoreLocalI64:
      return 8;
    default:
      return 0;
  }
}

// Part p of 8 lanes of a row that begins at rax from rcx on.
x86::Mem row(uint32_t p, int32_t behind = 0) {
  return x86::ymmword_ptr(x86::rcx, x86::rax, 0, behind + static_cast<int32_t>(p) * kRow / 4);
}

}  // namespace

// False: not here, and nothing is made. What is not plain goes on at `other`, with nothing done.
bool WarpTranslation::access_frame_here(const Instr& instr, asmjit::Label other) {
  const uint32_t bytes = bytes_in_place(instr.op);
  if (bytes == 0) return false;
  const code::LocalArray& array = program_.local_arrays[instr.c];
  const uint32_t begin = instr.c == 0 ? 0 : array.begin;
  const uint32_t end = instr.c == 0 ? program_.local_bytes : array.end;
  const bool is_load = code::info(instr.op).operation == code::Operation::kLoad;
  if (end - begin < bytes) return false;
  if (!read(0).is_uniform) {
    if (!is_load || bytes != 4 || begin % LocalMemory::kWordBytes != 0) return false;
    gather_from_frames(instr, begin, end - bytes, other);
    return true;
  }
  to_.mov(x86::eax, place(read(0), 0, 1));
  if (instr.imm != 0) to_.add(x86::eax, Imm(instr.imm));
  to_.lea(x86::ecx, x86::ptr(x86::rax, -static_cast<int32_t>(begin)));
  to_.cmp(x86::ecx, Imm(end - begin - bytes));
  to_.ja(other);
  to_.test(x86::eax, Imm(bytes - 1));
  to_.jnz(other);
  to_.shl(x86::rax, Imm(kRowShift));
  to_.mov(x86::rcx, WARPLENS_FIELD(local));
  if (is_load)
    load_rows(bytes);
  else
    store_rows(bytes, other);
  return true;
}

// Of one offset: whichever lanes are active.
void WarpTranslation::load_rows(uint32_t bytes) {
  for (uint32_t p = 0; p < kParts; ++p) {
    to_.vmovdqu(x86::ymm0, row(p));
    if (bytes == 4) {
      store(x86::ymm0, written(), p, kParts);
      continue;
    }
    to_.vmovdqu(x86::ymm1, row(p, kRow));
    to_.vpunpckldq(x86::ymm2, x86::ymm0, x86::ymm1);
    to_.vpunpckhdq(x86::ymm3, x86::ymm0, x86::ymm1);
    to_.vperm2i128(x86::ymm0, x86::ymm2, x86::ymm3, Imm(0x20));
    to_.vperm2i128(x86::ymm1, x86::ymm2, x86::ymm3, Imm(0x31));
    store(x86::ymm0, written(), 2 * p, 2 * kParts);
    store(x86::ymm1, written(), 2 * p + 1, 2 * kParts);
  }
}

// Of the active lanes.
void WarpTranslation::store_rows(uint32_t bytes, asmjit::Label other) {
  const asmjit::Label is_partial = to_.newLabel(), on = to_.newLabel();
  to_.cmp(x86::r13d, Imm(-1));
  to_.jne(bytes == 4 ? is_partial : other);
  const Value value = read(1);
  if (value.is_uniform) spread(x86::ymm0, value);
  for (uint32_t p = 0; p < kParts; ++p) {
    if (bytes == 4) {
      if (!value.is_uniform) load(x86::ymm0, value, p, kParts);
      to_.vmovdqu(row(p), x86::ymm0);
      continue;
    }
    if (value.is_uniform) {
      to_.vmovdqa(x86::ymm1, x86::ymm0);
    } else {
      load(x86::ymm0, value, 2 * p, 2 * kParts);
      load(x86::ymm1, value, 2 * p + 1, 2 * kParts);
    }
    to_.vshufps(x86::ymm2, x86::ymm0, x86::ymm1, Imm(0x88));
    to_.vshufps(x86::ymm3, x86::ymm0, x86::ymm1, Imm(0xdd));
    to_.vpermq(x86::ymm2, x86::ymm2, Imm(0xd8));
    to_.vpermq(x86::ymm3, x86::ymm3, Imm(0xd8));
    to_.vmovdqu(row(p), x86::ymm2);
    to_.vmovdqu(row(p, kRow), x86::ymm3);
  }
  to_.bind(on);
  if (bytes != 4) return;
  later([this, value, is_partial, on, at = at_] {
    at_ = at;
    to_.bind(is_partial);
    spread_mask();
    if (value.is_uniform) spread(x86::ymm0, value);
    for (uint32_t p = 0; p < kParts; ++p) {
      active_lanes(p, kParts);
      if (!value.is_uniform) load(x86::ymm0, value, p, kParts);
      to_.vpmaskmovd(row(p), x86::ymm4, x86::ymm0);
    }
    to_.jmp(on);
  });
}

// Loads of 4 bytes of all lanes, at offsets from `begin`, which is a word's, to `last`.
void WarpTranslation::gather_from_frames(const Instr& instr, uint32_t begin, uint32_t last,
                                         asmjit::Label other) {
  to_.cmp(x86::r13d, Imm(-1));
  to_.jne(other);
  spread_number(x86::ymm13, static_cast<uint32_t>(instr.imm) - begin);
  spread_number(x86::ymm12, last - begin);
  spread_number(x86::ymm10, 3);
  const x86::Ymm odd = x86::ymm9;
  to_.vpxor(odd, odd, odd);
  for (uint32_t p = 0; p < kParts; ++p) {
    to_.vpaddd(offsets_of(p), x86::ymm13, place(read(0), p, kParts));
    to_.vpor(odd, odd, offsets_of(p));
  }
  to_.vptest(odd, x86::ymm10);
  to_.jnz(other);
  check_offsets(other);
  to_.mov(x86::rcx, WARPLENS_FIELD(local));
  to_.add(x86::rcx, Imm(begin << kRowShift));
  for (uint32_t p = 0; p < kParts; ++p) {
    to_.vpslld(offsets_of(p), offsets_of(p), Imm(kRowShift));
    to_.vpaddd(offsets_of(p), offsets_of(p),
               x86::ymmword_ptr(lane_places_, static_cast<int32_t>(p) * kVectorBytes));
    to_.vpcmpeqd(x86::ymm1, x86::ymm1, x86::ymm1);
    to_.vpgatherdd(x86::ymm0, x86::ptr(x86::rcx, offsets_of(p)), x86::ymm1);
    store(x86::ymm0, written(), p, kParts);
  }
}

}  // namespace warplens::machine
