// Loads and stores: of 4 bytes a lane by all lanes in place, other plain ones by a function
// (warp_access.hpp), and what is unusual by MemoryUnit.
#include "sim/base/assert.hpp"
#include "sim/machine/access.hpp"
#include "sim/machine/operations.hpp"
#include "sim/machine/warp_access.hpp"
#include "sim/machine/warp_translation.hpp"

namespace warplens::machine {

using code::Op;
namespace x86 = asmjit::x86;
using asmjit::Imm;

namespace {

constexpr uint32_t kParts = 4, kAccessBytes = 4;
constexpr int32_t kVectorBytes = 32;

// The offsets of part p, once they are found.
x86::Ymm offsets_of(uint32_t p) {
  return x86::ymm(4 + p);
}

using MemoryOperation = void(MemoryUnit<false>& unit, const code::Instr& instr, uint32_t site,
                             uint32_t mask);

MemoryOperation* memory_operation_of(Op op) {
  switch (op) {
#define WARPLENS_CASE(name, ...) \
  case Op::k##name:              \
    return &memory_operation<Op::k##name>;
    WARPLENS_LOAD_OPS(WARPLENS_CASE)
    WARPLENS_STORE_OPS(WARPLENS_CASE)
    WARPLENS_LOAD_VEC_OPS(WARPLENS_CASE)
    WARPLENS_STORE_VEC_OPS(WARPLENS_CASE)
    WARPLENS_ATOMIC_OPS(WARPLENS_CASE)
#undef WARPLENS_CASE
    default:
      return nullptr;
  }
}

// Called by native code. Whether memory is full.
bool access(NativeWarp& warp, const code::Instr& instr) {
  const code::Program& program = *warp.run->context.program;
  const uint32_t site = program.sites_of[static_cast<size_t>(&instr - program.instrs.data())];
  MemoryOperation* const operation = memory_operation_of(instr.op);
  const bool writes = code::info(instr.op).operation != code::Operation::kLoad;
  const uint32_t changes = warp.run->chunk == nullptr ? 0 : warp.run->chunk->changes_of_use();
  operation(*warp.unit, instr, site, warp.mask);
  while (warp.run->warp.pending != 0) [[unlikely]] {
      --warp.left;
      operation(*warp.unit, instr, site, warp.mask);
    }
  const bool may_have_moved =
      warp.run->chunk == nullptr || warp.run->chunk->changes_of_use() != changes;
  if (writes && may_have_moved) forget_pages(warp);
  return warp.run->memory.is_full();
}

}  // namespace

bool WarpTranslation::translate_access(const Instr& instr) {
  const code::OpInfo op = code::info(instr.op);
  if (!op.is_access) return false;
  const bool is_load = op.operation == code::Operation::kLoad;
  const bool is_scalar = is_load && values_.is_all_uniform(at_);
  const bool is_here = (instr.op == Op::kLoadSharedI32 || instr.op == Op::kLoadGenericI32 ||
                        instr.op == Op::kStoreSharedI32 || instr.op == Op::kStoreGenericI32) &&
                       !read(0).is_uniform;
  const asmjit::Label on = to_.newLabel(), other = to_.newLabel();
  if (is_here) {
    access_here(instr, other);
    later([this, &instr, on, other, at = at_, left = left_] {
      at_ = at;
      left_ = left;
      to_.bind(other);
      access_plainly(instr, false, on);
      to_.jmp(on);
    });
  } else {
    access_plainly(instr, is_scalar, on);
  }
  to_.bind(on);
  return true;
}

// By all lanes, or it goes on at `other`, with nothing done.
void WarpTranslation::access_here(const Instr& instr, asmjit::Label other) {
  const bool is_load = code::info(instr.op).operation == code::Operation::kLoad;
  const bool is_shared = instr.op == Op::kLoadSharedI32 || instr.op == Op::kStoreSharedI32;
  to_.cmp(x86::r13d, Imm(-1));
  to_.jne(other);
  if (is_shared)
    find_shared(instr, other);
  else
    find_global(instr, other);
  // Whether no offset is above the last one, in ymm12.
  const x86::Ymm all = x86::ymm11;
  to_.vpcmpeqd(all, all, all);
  for (uint32_t p = 0; p < kParts; ++p) {
    to_.vpminud(x86::ymm0, x86::ymm12, offsets_of(p));
    to_.vpcmpeqd(x86::ymm0, x86::ymm0, offsets_of(p));
    to_.vpand(all, all, x86::ymm0);
  }
  to_.vpmovmskb(x86::eax, all);
  to_.cmp(x86::eax, Imm(-1));
  to_.jne(other);
  if (is_load)
    load_here();
  else
    store_here(other);
}

// The lanes' offsets, the last one that there may be in ymm12, and in rcx where they count from.
void WarpTranslation::find_shared(const Instr& instr, asmjit::Label other) {
  to_.mov(x86::eax, WARPLENS_FIELD(shared_bytes));
  to_.sub(x86::eax, Imm(kAccessBytes));
  to_.jb(other);
  to_.vmovd(x86::xmm12, x86::eax);
  to_.vpbroadcastd(x86::ymm12, x86::xmm12);
  to_.mov(x86::rcx, WARPLENS_FIELD(shared));
  if (instr.imm != 0) spread_number(x86::ymm13, static_cast<uint32_t>(instr.imm));
  const Value address = read(0);
  for (uint32_t p = 0; p < kParts; ++p) {
    if (instr.imm == 0)
      to_.vmovdqu(offsets_of(p), place(address, p, kParts));
    else
      to_.vpaddd(offsets_of(p), x86::ymm13, place(address, p, kParts));
  }
}

// The same in the page that the site reached last.
void WarpTranslation::find_global(const Instr& instr, asmjit::Label other) {
  const auto page = [&](size_t field, uint32_t bytes) {
    const size_t at = size_t{program_.sites_of[at_]} * sizeof(SitePage) + field;
    return x86::Mem(x86::rdx, static_cast<int32_t>(at), bytes);
  };
  to_.mov(x86::rdx, WARPLENS_FIELD(pages));
  to_.cmp(page(offsetof(SitePage, size), sizeof(SitePage::size)), Imm(0));
  to_.je(other);
  to_.mov(x86::rax, page(offsetof(SitePage, start), sizeof(SitePage::start)));
  if (instr.imm != 0) to_.sub(x86::rax, Imm(instr.imm));
  to_.vmovq(x86::xmm13, x86::rax);
  to_.vpbroadcastq(x86::ymm13, x86::xmm13);
  to_.vpbroadcastd(x86::ymm12, page(offsetof(SitePage, last), sizeof(SitePage::last)));
  to_.mov(x86::rcx, page(offsetof(SitePage, bytes), sizeof(SitePage::bytes)));
  const Value address = read(0);
  const x86::Ymm high = x86::ymm10;
  to_.vpxor(high, high, high);
  for (uint32_t p = 0; p < kParts; ++p) {
    load(x86::ymm0, address, 2 * p, 2 * kParts);
    load(x86::ymm1, address, 2 * p + 1, 2 * kParts);
    to_.vpsubq(x86::ymm0, x86::ymm0, x86::ymm13);
    to_.vpsubq(x86::ymm1, x86::ymm1, x86::ymm13);
    // The lower halves in the order of lanes, the upper ones in any.
    to_.vshufps(x86::ymm2, x86::ymm0, x86::ymm1, Imm(0x88));
    to_.vshufps(x86::ymm3, x86::ymm0, x86::ymm1, Imm(0xdd));
    to_.vpermq(offsets_of(p), x86::ymm2, Imm(0xd8));
    to_.vpor(high, high, x86::ymm3);
  }
  to_.vptest(high, high);
  to_.jnz(other);
}

// Eight lanes together, if they reach one place or neighbouring ones.
void WarpTranslation::load_here() {
  const Value to = written();
  const x86::Mem place_of_part = x86::ymmword_ptr(x86::rcx, x86::rax);
  for (uint32_t p = 0; p < kParts; ++p) {
    const asmjit::Label one = to_.newLabel(), any = to_.newLabel(), have = to_.newLabel();
    to_.vmovd(x86::eax, offsets_of(p).xmm());
    to_.vpbroadcastd(x86::ymm8, offsets_of(p).xmm());
    to_.vpsubd(x86::ymm8, offsets_of(p), x86::ymm8);
    to_.vptest(x86::ymm8, x86::ymm8);
    to_.jz(one);
    to_.vpcmpeqd(x86::ymm9, x86::ymm8, x86::ymmword_ptr(lane_places_));
    to_.vmovmskps(x86::edx, x86::ymm9);
    to_.cmp(x86::edx, Imm(0xff));
    to_.jne(any);
    to_.vmovdqu(x86::ymm0, place_of_part);
    to_.bind(have);
    store(x86::ymm0, to, p, kParts);
    later([this, one, any, have, p] {
      to_.bind(one);
      to_.vpbroadcastd(x86::ymm0, x86::dword_ptr(x86::rcx, x86::rax));
      to_.jmp(have);
      to_.bind(any);
      to_.vpcmpeqd(x86::ymm9, x86::ymm9, x86::ymm9);
      to_.vpgatherdd(x86::ymm0, x86::ptr(x86::rcx, offsets_of(p)), x86::ymm9);
      to_.jmp(have);
    });
  }
}

// All 32 lanes together.
void WarpTranslation::store_here(asmjit::Label other) {
  const x86::Ymm all = x86::ymm11;  // all ones
  to_.vpbroadcastd(x86::ymm8, offsets_of(0).xmm());
  for (uint32_t p = 0; p < kParts; ++p) {
    const auto at = static_cast<int32_t>(p) * kVectorBytes;
    to_.vpaddd(x86::ymm9, x86::ymm8, x86::ymmword_ptr(lane_places_, at));
    to_.vpcmpeqd(x86::ymm9, x86::ymm9, offsets_of(p));
    to_.vpand(all, all, x86::ymm9);
  }
  to_.vpmovmskb(x86::eax, all);
  to_.cmp(x86::eax, Imm(-1));
  to_.jne(other);
  to_.vmovd(x86::eax, offsets_of(0).xmm());
  const Value value = read(1);
  if (value.is_uniform) spread(x86::ymm0, value);
  for (uint32_t p = 0; p < kParts; ++p) {
    if (!value.is_uniform) load(x86::ymm0, value, p, kParts);
    to_.vmovdqu(x86::ymmword_ptr(x86::rcx, x86::rax, 0, static_cast<int32_t>(p) * kVectorBytes),
                x86::ymm0);
  }
}

// What is plain is done at once, or else it is not begun, and MemoryUnit does it.
void WarpTranslation::access_plainly(const Instr& instr, bool is_scalar, asmjit::Label on) {
  PlainAccess* const plainly =
      is_scalar ? plain_scalar_load_of(instr.op) : plain_access_of(instr.op);
  to_.test(x86::r13d, x86::r13d);
  to_.jz(on);
  if (plainly == nullptr) return access_anyhow(instr);
  if (!is_scalar) put_reads_into_lanes();
  to_.mov(WARPLENS_FIELD(mask), x86::r13d);
  to_.mov(x86::rdi, x86::r15);
  to_.mov(x86::rsi, Imm(reinterpret_cast<uintptr_t>(&instr)));
  call(address_of(plainly));
  const asmjit::Label other = to_.newLabel(), done = to_.newLabel();
  to_.test(x86::al, x86::al);
  to_.jz(other);
  if (!is_scalar) take_writes_from_lanes();
  to_.bind(done);
  later([this, &instr, other, done, at = at_, left = left_] {
    at_ = at;
    left_ = left;
    to_.bind(other);
    access_anyhow(instr);
    to_.jmp(done);
  });
}

void WarpTranslation::access_anyhow(const Instr& instr) {
  to_.mov(WARPLENS_FIELD(left), x86::r14);
  call_with_instr(instr, address_of(&access));
  to_.mov(x86::r14, WARPLENS_FIELD(left));
  const asmjit::Label is_full = to_.newLabel();
  to_.test(x86::al, x86::al);
  to_.jnz(is_full);
  later([this, is_full, pc = at_ + 1, left = left_] {
    to_.bind(is_full);
    to_.add(x86::r14, Imm(left));
    stop(NativeStop::kMemory, pc);
  });
}

}  // namespace warplens::machine
