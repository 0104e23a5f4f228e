// Loads and stores: of 4 or 8 bytes a lane by all lanes in place, other plain ones by a function
// (warp_access.hpp), and what is unusual by MemoryUnit.
#include <bit>

#include "sim/base/assert.hpp"
#include "sim/machine/access.hpp"
#include "sim/machine/avx2/warp_access.hpp"
#include "sim/machine/avx2/warp_translation.hpp"
#include "sim/machine/instruction_work.hpp"
#include "sim/machine/operations.hpp"

namespace warplens::machine {

using code::Op;
namespace x86 = asmjit::x86;
using asmjit::Imm;

namespace {

// [bytes] of a lane, of the accesses that are made in place: 4 or 8, else 0.
uint32_t bytes_in_place(Op op) {
  switch (op) {
    case Op::kLoadSharedI32:
    case Op::kStoreSharedI32:
    case Op::kLoadGenericI32:
    case Op::kStoreGenericI32:
      return 4;
    case Op::kLoadGenericI64:
    case Op::kStoreGenericI64:
      return 8;
    default:
      return 0;
  }
}

bool is_shared(Op op) {
  return op == Op::kLoadSharedI32 || op == Op::kStoreSharedI32;
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
    WARPLENS_MATRIX_OPS(WARPLENS_CASE)
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
  if (code::info(instr.op).is_matrix) warp.extra_work += kWorkOfMatrices;
  operation(warp.rare->unit(), instr, site, warp.mask);
  while (warp.run->warp.pending != 0) [[unlikely]] {
      --warp.left;
      operation(warp.rare->unit(), instr, site, warp.mask);
    }
  const bool may_have_moved =
      warp.run->chunk == nullptr || warp.run->chunk->changes_of_use() != changes;
  if (writes && may_have_moved) forget_pages(warp);
  return warp.run->memory.is_full();
}

}  // namespace

bool WarpTranslation::translate_access(const Instr& instr) {
  const code::OpInfo op = code::info(instr.op);
  if (!op.is_access || op.operation == code::Operation::kCopy) return false;
  const bool is_load = op.operation == code::Operation::kLoad;
  const bool is_scalar = is_load && values_.is_all_uniform(at_);
  const bool is_here = bytes_in_place(instr.op) != 0 && !read(0).is_uniform;
  const asmjit::Label on = to_.newLabel(), other = to_.newLabel();
  const bool is_scalar_here = is_scalar && load_scalar_here(instr, on, other);
  const bool is_frame_here = op.is_local && access_frame_here(instr, other);
  if (!is_here && !is_scalar_here && !is_frame_here) {
    access_plainly(instr, is_scalar, on);
    to_.bind(on);
    return true;
  }
  if (is_here) access_here(instr, other);
  to_.bind(on);
  later([this, &instr, on, other, is_scalar, at = at_, left = left_] {
    left_ = left;
    to_.bind(other);
    if (at > 0 && is_left_to_next(at - 1)) {
      at_ = at - 1;
      compute_index(program_.instrs[at_]);
    }
    at_ = at;
    access_plainly(instr, is_scalar, on);
    to_.jmp(on);
  });
  return true;
}

// Where control meets or parts, nothing is known of the instruction before.
bool WarpTranslation::is_index_of_next(uint32_t pc) const {
  const Instr &instr = program_.instrs[pc], &next = program_.instrs[pc + 1];
  if (instr.op != Op::kIndexS32 && instr.op != Op::kIndexU32) return false;
  const uint32_t bytes = is_shared(next.op) ? 0 : bytes_in_place(next.op);
  return instr.imm > 0 && static_cast<uint32_t>(instr.imm) == bytes &&
         !values_.begins_block(pc + 1) && next.a == instr.dst && values_.is_uniform(pc, 0) &&
         !values_.is_uniform(pc, 1);
}

bool WarpTranslation::is_left_to_next(uint32_t pc) const {
  return is_index_of_next(pc) && values_.is_for_next(pc);
}

// Of one value of 4 or 8 bytes. False: not here, and nothing is made.
bool WarpTranslation::load_scalar_here(const Instr& instr, asmjit::Label on, asmjit::Label other) {
  const uint32_t bytes = bytes_in_place(instr.op);
  if (bytes == 0) return false;
  to_.test(x86::r13d, x86::r13d);
  to_.jz(on);
  if (is_shared(instr.op)) {
    to_.mov(x86::ecx, WARPLENS_FIELD(shared_bytes));
    to_.sub(x86::ecx, Imm(bytes));
    to_.jb(other);
    to_.mov(x86::eax, place(read(0), 0, 1));
    if (instr.imm != 0) to_.add(x86::eax, Imm(instr.imm));
    to_.cmp(x86::eax, x86::ecx);
    to_.ja(other);
    to_.mov(x86::rsi, WARPLENS_FIELD(shared));
  } else {
    to_.mov(x86::rdx, WARPLENS_FIELD(pages));
    to_.mov(x86::rsi, of_page(offsetof(SitePage, bytes), sizeof(SitePage::bytes)));
    to_.test(x86::rsi, x86::rsi);
    to_.jz(other);
    to_.cmp(of_page(offsetof(SitePage, marks), sizeof(SitePage::marks)), Imm(0));
    to_.jne(other);
    to_.mov(x86::rax, place(read(0), 0, 1));
    if (instr.imm != 0) to_.add(x86::rax, Imm(instr.imm));
    to_.sub(x86::rax, of_page(offsetof(SitePage, start), sizeof(SitePage::start)));
    to_.mov(x86::ecx, of_page(offsetof(SitePage, last), sizeof(SitePage::last)));
    to_.cmp(x86::rax, x86::rcx);
    to_.ja(other);
  }
  if (bytes == 8)
    to_.mov(x86::rax, x86::qword_ptr(x86::rsi, x86::rax));
  else
    to_.mov(x86::eax, x86::dword_ptr(x86::rsi, x86::rax));
  to_.mov(x86::qword_ptr(x86::r12, written().slot * 8), x86::rax);
  return true;
}

// By all lanes, or it goes on at `other`, with nothing done.
void WarpTranslation::access_here(const Instr& instr, asmjit::Label other) {
  const bool is_load = code::info(instr.op).operation == code::Operation::kLoad;
  const uint32_t bytes = bytes_in_place(instr.op);
  const bool is_indexed = at_ > 0 && is_index_of_next(at_ - 1);
  to_.cmp(x86::r13d, Imm(-1));
  to_.jne(other);
  if (is_shared(instr.op))
    find_shared(instr, other);
  else if (is_indexed)
    find_indexed(instr, bytes, other);
  else
    find_global(instr, other);
  check_offsets(other);
  if (is_indexed) {
    for (uint32_t p = 0; p < kParts; ++p)
      to_.vpslld(offsets_of(p), offsets_of(p), Imm(std::countr_zero(bytes)));
  }
  if (!is_load) return store_here(bytes, other, !is_shared(instr.op));
  if (!is_shared(instr.op)) mark_loaded(bytes, other);
  if (bytes == 8)
    load_row(other);
  else
    load_here();
}

void WarpTranslation::check_offsets(asmjit::Label other) {
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
}

x86::Mem WarpTranslation::of_page(size_t field, uint32_t bytes) const {
  const size_t at = size_t{program_.sites_of[at_]} * sizeof(SitePage) + field;
  return x86::Mem(x86::rdx, static_cast<int32_t>(at), bytes);
}

// eax := the first lane's offset, if the lanes' places are one after the other. Takes ymm8, ymm9
// and ymm11, which is all ones then.
void WarpTranslation::find_row(uint32_t bytes, asmjit::Label other) {
  const asmjit::Label places = bytes == 8 ? wide_places_ : lane_places_;
  const x86::Ymm all = x86::ymm11;
  to_.vpcmpeqd(all, all, all);
  to_.vpbroadcastd(x86::ymm8, offsets_of(0).xmm());
  for (uint32_t p = 0; p < kParts; ++p) {
    const auto at = static_cast<int32_t>(p) * kVectorBytes;
    to_.vpaddd(x86::ymm9, x86::ymm8, x86::ymmword_ptr(places, at));
    to_.vpcmpeqd(x86::ymm9, x86::ymm9, offsets_of(p));
    to_.vpand(all, all, x86::ymm9);
  }
  to_.vpmovmskb(x86::eax, all);
  to_.cmp(x86::eax, Imm(-1));
  to_.jne(other);
  to_.vmovd(x86::eax, offsets_of(0).xmm());
}

// Where loads have to be marked: of a row of lanes whose bytes are not stored. Where all of them
// are, rcx := where. Else it goes on at `other`.
void WarpTranslation::mark_loaded(uint32_t bytes, asmjit::Label other) {
  const asmjit::Label is_marked = to_.newLabel(), on = to_.newLabel();
  to_.mov(x86::rdx, WARPLENS_FIELD(pages));
  to_.cmp(of_page(offsetof(SitePage, marks), sizeof(SitePage::marks)), Imm(0));
  to_.jne(is_marked);
  to_.bind(on);
  later([this, bytes, is_marked, on, other, at = at_] {
    at_ = at;
    to_.bind(is_marked);
    find_row(bytes, other);
    to_.test(x86::eax, Imm(kWarpSize - 1));  // whole bytes of marks
    to_.jnz(other);
    to_.mov(x86::rsi, of_page(offsetof(SitePage, stored), sizeof(SitePage::stored)));
    to_.mov(x86::edi, x86::eax);
    to_.shr(x86::edi, Imm(3));
    // Against all ones, which find_row() left: the zero flag is set if none is, the carry flag if
    // all are.
    if (bytes == 8) {
      to_.vmovdqu(x86::ymm0, x86::ymmword_ptr(x86::rsi, x86::rdi));
      to_.vptest(x86::ymm0, x86::ymm11);
    } else {
      to_.vmovdqu(x86::xmm0, x86::xmmword_ptr(x86::rsi, x86::rdi));
      to_.vptest(x86::xmm0, x86::xmm11);
    }
    const asmjit::Label is_grids = to_.newLabel();
    to_.jz(is_grids);
    to_.jnc(other);
    to_.mov(x86::rcx, of_page(offsetof(SitePage, own), sizeof(SitePage::own)));
    to_.jmp(on);
    to_.bind(is_grids);
    to_.mov(x86::rdx, of_page(offsetof(SitePage, marks), sizeof(SitePage::marks)));
    to_.shr(x86::eax, Imm(5));
    const x86::Mem marks(x86::rdx, x86::rax, 0, 0, bytes);
    to_.mov(marks, Imm(-1));
    to_.jmp(on);
  });
}

// The lanes' offsets, the last one that there may be in ymm12, and in rcx where they count from.
void WarpTranslation::find_shared(const Instr& instr, asmjit::Label other) {
  to_.mov(x86::eax, WARPLENS_FIELD(shared_bytes));
  to_.sub(x86::eax, Imm(bytes_in_place(instr.op)));
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
  to_.mov(x86::rdx, WARPLENS_FIELD(pages));
  to_.cmp(of_page(offsetof(SitePage, size), sizeof(SitePage::size)), Imm(0));
  to_.je(other);
  to_.mov(x86::rax, of_page(offsetof(SitePage, start), sizeof(SitePage::start)));
  if (instr.imm != 0) to_.sub(x86::rax, Imm(instr.imm));
  to_.vmovq(x86::xmm13, x86::rax);
  to_.vpbroadcastq(x86::ymm13, x86::xmm13);
  to_.vpbroadcastd(x86::ymm12, of_page(offsetof(SitePage, last), sizeof(SitePage::last)));
  to_.mov(x86::rcx, of_page(offsetof(SitePage, bytes), sizeof(SitePage::bytes)));
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

// The same of a place and an index by which the instruction before has found the lanes' addresses:
// without these, in units of a value.
void WarpTranslation::find_indexed(const Instr& instr, uint32_t bytes, asmjit::Label other) {
  const int shift = std::countr_zero(bytes);
  constexpr int32_t kFarthest = 1 << 30;  // values between the page and the place
  const Instr& index = program_.instrs[at_ - 1];
  to_.mov(x86::rdx, WARPLENS_FIELD(pages));
  to_.cmp(of_page(offsetof(SitePage, size), sizeof(SitePage::size)), Imm(0));
  to_.je(other);
  to_.mov(x86::rax, x86::qword_ptr(x86::r12, index.a * 8));
  if (instr.imm != 0) to_.add(x86::rax, Imm(instr.imm));
  to_.sub(x86::rax, of_page(offsetof(SitePage, start), sizeof(SitePage::start)));
  to_.test(x86::eax, Imm(bytes - 1));
  to_.jnz(other);
  to_.sar(x86::rax, Imm(shift));
  to_.lea(x86::rsi, x86::ptr(x86::rax, kFarthest));
  to_.cmp(x86::rsi, Imm(2 * int64_t{kFarthest} - 1));
  to_.ja(other);
  to_.vmovd(x86::xmm13, x86::eax);
  to_.vpbroadcastd(x86::ymm13, x86::xmm13);
  to_.vpbroadcastd(x86::ymm12, of_page(offsetof(SitePage, last), sizeof(SitePage::last)));
  to_.vpsrld(x86::ymm12, x86::ymm12, Imm(shift));
  to_.mov(x86::rcx, of_page(offsetof(SitePage, bytes), sizeof(SitePage::bytes)));
  const Value lanes{index.b, false, false};
  if (index.op == Op::kIndexU32) {  // from the middle on they would come round
    load(x86::ymm10, lanes, 0, kParts);
    for (uint32_t p = 1; p < kParts; ++p) to_.vpor(x86::ymm10, x86::ymm10, place(lanes, p, kParts));
    to_.vmovmskps(x86::eax, x86::ymm10);
    to_.test(x86::eax, x86::eax);
    to_.jnz(other);
  }
  for (uint32_t p = 0; p < kParts; ++p)
    to_.vpaddd(offsets_of(p), x86::ymm13, place(lanes, p, kParts));
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

// All 32 lanes together, of 8 bytes.
void WarpTranslation::load_row(asmjit::Label other) {
  find_row(8, other);
  for (uint32_t p = 0; p < 2 * kParts; ++p) {
    const auto at = static_cast<int32_t>(p) * kVectorBytes;
    to_.vmovdqu(x86::ymm0, x86::ymmword_ptr(x86::rcx, x86::rax, 0, at));
    store(x86::ymm0, written(), p, 2 * kParts);
  }
}

// All 32 lanes together, and marked where they have to be.
void WarpTranslation::store_here(uint32_t bytes, asmjit::Label other, bool is_global) {
  find_row(bytes, other);
  if (is_global) {
    const asmjit::Label is_marked = to_.newLabel(), on = to_.newLabel();
    to_.mov(x86::rdx, of_page(offsetof(SitePage, marks), sizeof(SitePage::marks)));
    to_.test(x86::rdx, x86::rdx);
    to_.jnz(is_marked);
    to_.bind(on);
    later([this, bytes, is_marked, on, other] {
      to_.bind(is_marked);
      to_.test(x86::eax, Imm(7));  // whole bytes of marks
      to_.jnz(other);
      to_.mov(x86::edi, x86::eax);
      to_.shr(x86::edi, Imm(3));
      if (bytes == 8)
        to_.vmovdqu(x86::ymmword_ptr(x86::rdx, x86::rdi), x86::ymm11);
      else
        to_.vmovdqu(x86::xmmword_ptr(x86::rdx, x86::rdi), x86::xmm11);
      to_.jmp(on);
    });
  }
  const Value value = read(1);
  const uint32_t parts = bytes == 8 ? 2 * kParts : kParts;
  if (value.is_uniform) spread(x86::ymm0, value);
  for (uint32_t p = 0; p < parts; ++p) {
    if (!value.is_uniform) load(x86::ymm0, value, p, parts);
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
