// Loads and stores: one comparison checks an access, as in the interpreter; what is not the
// program's own memory is left to the machine, out of the way.
#include <cstddef>
#include <functional>
#include <type_traits>

#include "sim/host/scalar/native_translation.hpp"
#include "sim/host/scalar/scalar_arithmetic.hpp"
#include "sim/host/scalar/scalar_operations.hpp"

namespace warplens::host {

namespace x86 = asmjit::x86;
using code::Op;
using lane::number_of;

namespace {

constexpr size_t log_of(uint32_t bytes) {
  return bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
}

}  // namespace

// Whether the first instruction in the block that reads a value computes with real numbers.
bool NativeTranslation::is_next_real(uint32_t slot, bool is_wide) const {
  constexpr uint32_t kFar = 24;
  for (uint32_t i = at_ + 1; i < code_.instrs.size() && i < at_ + kFar; ++i) {
    if (slots_.begins_block[i]) return false;
    const ScalarInstr& instr = code_.instrs[i];
    const SlotUses uses = uses_of(instr);
    for (const SlotRange& read : uses.reads) {
      if (read.count != 0 && read.first == slot && read.count == (is_wide ? 2u : 1u))
        return shape_of(instr.op).reads_real;
    }
  }
  return false;
}

// What is outside of the program's memory goes to `elsewhere`, with its offset in rcx.
x86::Mem NativeTranslation::reach(const Access& access, const std::function<void()>& elsewhere) {
  const asmjit::Label outside = to_.newLabel();
  if (access.is_frame) {
    const Gp base = registers_.number(access.address, false);
    to_.lea(x86::ecx, x86::dword_ptr(base.r64(), access.offset));
    to_.cmp(x86::ecx, asmjit::Imm(Memory::kStackBytes - access.bytes));
  } else {
    const Gp base = registers_.number(access.address, true);
    to_.lea(x86::rcx, x86::qword_ptr(base, x86::r14, 0, access.offset));
    to_.cmp(x86::rcx, x86::qword_ptr(
                          x86::r15, static_cast<int32_t>(offsetof(NativeState, last_of) +
                                                         sizeof(uint64_t) * log_of(access.bytes))));
  }
  to_.ja(outside);
  if (follows())
    interpret_later(outside);
  else
    later([this, outside, elsewhere, at = at_] {
      at_ = at;
      to_.bind(outside);
      elsewhere();
    });
  const Gp from = access.is_frame ? x86::r13 : x86::r12;
  return x86::Mem(from, x86::rcx, 0, 0, access.bytes);
}

// Of the bytes at the offset in rcx: a value with a label is the interpreter's.
void NativeTranslation::look_at_label(const Access& access) {
  if (!follows()) return;
  const asmjit::Label has_one = to_.newLabel();
  const size_t labels =
      access.is_frame ? offsetof(NativeState, frame_labels) : offsetof(NativeState, labels);
  to_.mov(x86::rax, x86::qword_ptr(x86::r15, static_cast<int32_t>(labels)));
  to_.cmp(x86::Mem(x86::rax, x86::rcx, 0, 0, access.bytes), asmjit::Imm(0));
  to_.jne(has_one);
  interpret_later(has_one);
}

// Of bytes that are about to be stored to.
void NativeTranslation::take_label_off(const Access& access) {
  if (!follows()) return;
  if (access.is_frame) {
    to_.mov(x86::rax, x86::qword_ptr(x86::r15, offsetof(NativeState, frame_labels)));
    to_.mov(x86::Mem(x86::rax, x86::rcx, 0, 0, access.bytes), asmjit::Imm(0));
    return;
  }
  const asmjit::Label has_one = to_.newLabel(), taken_off = to_.newLabel();
  const asmjit::Label forbidden = to_.newLabel();
  to_.mov(x86::rax, x86::qword_ptr(x86::r15, offsetof(NativeState, labels)));
  to_.cmp(x86::Mem(x86::rax, x86::rcx, 0, 0, access.bytes), asmjit::Imm(0));
  to_.jne(has_one);
  to_.bind(taken_off);
  later([this, has_one, taken_off, forbidden, bytes = access.bytes] {
    to_.bind(has_one);
    to_.mov(x86::edx, asmjit::Imm(bytes));
    to_.call(overwrite_);
    to_.test(x86::al, x86::al);
    to_.jz(forbidden);
    to_.jmp(taken_off);
  });
  interpret_later(forbidden);
}

// Out of the way, with the offset in rcx: where a page of other memory has the value, `use` gets
// its place, and it goes on at `back`. A bad access of the frame is nobody's in any case.
void NativeTranslation::look_into_views(const Access& access, bool is_store,
                                        const std::function<void(const x86::Mem&)>& use,
                                        asmjit::Label back) {
  if (access.is_frame) return;
  const asmjit::Label not_there = to_.newLabel();
  static_assert(sizeof(PageView) == 48 && (PageView::kViews & (PageView::kViews - 1)) == 0);
  to_.mov(x86::rdx, x86::rcx);
  to_.sub(x86::rdx, x86::r14);  // the address
  to_.mov(x86::rax, x86::rdx);
  to_.shr(x86::rax, asmjit::Imm(PageView::kShift));
  to_.and_(x86::eax, asmjit::Imm(PageView::kViews - 1));
  to_.lea(x86::eax, x86::ptr(x86::rax, x86::rax, 1));
  to_.shl(x86::eax, asmjit::Imm(4));
  const size_t views = is_store ? offsetof(NativeState, writes) : offsetof(NativeState, reads);
  to_.add(x86::rax, x86::qword_ptr(x86::r15, static_cast<int32_t>(views)));
  to_.sub(x86::rdx, x86::qword_ptr(x86::rax, offsetof(PageView, begin)));
  to_.cmp(x86::rdx,
          x86::qword_ptr(x86::rax, static_cast<int32_t>(offsetof(PageView, last_of) +
                                                        sizeof(uint64_t) * log_of(access.bytes))));
  to_.ja(not_there);
  to_.mov(x86::rax, x86::qword_ptr(x86::rax, offsetof(PageView, bytes)));
  use(x86::Mem(x86::rax, x86::rdx, 0, 0, access.bytes));
  to_.jmp(back);
  to_.bind(not_there);
}

// Out of the way: the machine reads or writes NativeState::value.
void NativeTranslation::call_elsewhere(const Access& access, bool is_store, asmjit::Label back) {
  if (access.is_frame) {
    to_.mov(x86::rax, asmjit::Imm(layout_.frames_address));
    to_.add(x86::rcx, x86::rax);
    to_.add(x86::rcx, x86::r14);
  }
  to_.mov(x86::edx, asmjit::Imm(access.bytes));
  to_.call(is_store ? store_elsewhere_ : load_elsewhere_);
  to_.test(x86::al, x86::al);
  const asmjit::Label bad = to_.newLabel();
  to_.jz(bad);
  to_.jmp(back);
  to_.bind(bad);
  stop(Stop::kBadAccess);
}

void NativeTranslation::load(const Access& access, uint32_t slot) {
  const bool is_wide = access.bytes == 8;
  const asmjit::Label loaded = to_.newLabel();
  std::function<void(const x86::Mem&)> get;
  std::function<void()> put;
  if (access.bytes >= 4 && is_next_real(slot, is_wide)) {
    const Xmm to = registers_.new_real();
    get = [this, is_wide, to](const x86::Mem& memory) {
      if (is_wide)
        to_.movsd(to, memory);
      else
        to_.movss(to, memory);
    };
    put = [this, slot, is_wide, to] { registers_.put(slot, is_wide, to); };
  } else {
    const Gp to = registers_.new_number(is_wide);
    get = [this, access, to](const x86::Mem& memory) {
      if (access.bytes >= 4)
        to_.mov(to, memory);
      else if (access.is_signed)
        to_.movsx(to, memory);
      else
        to_.movzx(to, memory);
    };
    put = [this, slot, is_wide, to] { registers_.put(slot, is_wide, to); };
  }
  const x86::Mem memory = reach(access, [this, access, loaded, get] {
    const asmjit::Label back = to_.newLabel();
    look_into_views(access, false, get, loaded);
    call_elsewhere(access, false, back);
    to_.bind(back);
    get(x86::Mem(x86::r15, offsetof(NativeState, value), access.bytes));
    to_.jmp(loaded);
  });
  look_at_label(access);
  get(memory);
  to_.bind(loaded);
  put();
}

void NativeTranslation::store(const Access& access, uint32_t slot) {
  const bool is_wide = access.bytes == 8;
  const asmjit::Label stored = to_.newLabel();
  std::function<void(const x86::Mem&)> put;
  if (access.bytes >= 4 && registers_.is_real(slot, is_wide)) {
    put = [this, is_wide, value = registers_.real(slot, is_wide)](const x86::Mem& memory) {
      if (is_wide)
        to_.movsd(memory, value);
      else
        to_.movss(memory, value);
    };
  } else {
    Gp value = registers_.number(slot, is_wide);
    if (access.bytes == 1) value = value.r8();
    if (access.bytes == 2) value = value.r16();
    put = [this, value](const x86::Mem& memory) { to_.mov(memory, value); };
  }
  const x86::Mem memory = reach(access, [this, access, stored, put] {
    look_into_views(access, true, put, stored);
    put(x86::Mem(x86::r15, offsetof(NativeState, value), access.bytes));
    call_elsewhere(access, true, stored);
  });
  take_label_off(access);
  put(memory);
  to_.bind(stored);
}

bool NativeTranslation::translate_memory(const ScalarInstr& instr) {
  constexpr bool kGeneric = false, kLocal = true;
  const auto load_values = [&](bool is_frame, bool is_vector, uint32_t bytes, bool is_signed) {
    const uint32_t count = is_vector ? instr.b : 1;
    const uint32_t slots = count * (bytes == 8 ? 2 : 1);
    const uint32_t of_address = is_frame ? 1 : 2;
    // The second value would be looked for where the first one says.
    if (is_vector && instr.a < instr.dst + slots && instr.dst < instr.a + of_address) return false;
    for (uint32_t k = 0; k < count; ++k) {
      load({instr.a, instr.imm + static_cast<int32_t>(k * bytes), is_frame, bytes, is_signed},
           instr.dst + k * (bytes == 8 ? 2 : 1));
    }
    return true;
  };
  const auto store_values = [&](bool is_frame, bool is_vector, uint32_t bytes) {
    const uint32_t count = is_vector ? instr.dst : 1;
    for (uint32_t k = 0; k < count; ++k) {
      store({instr.a, instr.imm + static_cast<int32_t>(k * bytes), is_frame, bytes, false},
            instr.b + k * (bytes == 8 ? 2 : 1));
    }
    return true;
  };
  switch (instr.op) {
#define WARPLENS_CASE(name, is_frame, is_vector, T) \
  case number_of(Op::k##name):                      \
    return load_values(is_frame, is_vector, sizeof(T), std::is_signed_v<T>);
#define WARPLENS_ONE(name, Space, T) WARPLENS_CASE(name, k##Space, false, T)
#define WARPLENS_SEVERAL(name, Space, T) WARPLENS_CASE(name, k##Space, true, T)
    WARPLENS_LOAD_OPS_OF(WARPLENS_ONE, Local)
    WARPLENS_LOAD_OPS_OF(WARPLENS_ONE, Generic)
    WARPLENS_LOAD_VEC_OPS_OF(WARPLENS_SEVERAL, Local)
    WARPLENS_LOAD_VEC_OPS_OF(WARPLENS_SEVERAL, Generic)
#undef WARPLENS_CASE
#define WARPLENS_CASE(name, is_frame, is_vector, T) \
  case number_of(Op::k##name):                      \
    return store_values(is_frame, is_vector, sizeof(T));
    WARPLENS_STORE_OPS_OF(WARPLENS_ONE, Local)
    WARPLENS_STORE_OPS_OF(WARPLENS_ONE, Generic)
    WARPLENS_STORE_VEC_OPS_OF(WARPLENS_SEVERAL, Local)
    WARPLENS_STORE_VEC_OPS_OF(WARPLENS_SEVERAL, Generic)
#undef WARPLENS_ONE
#undef WARPLENS_SEVERAL
#undef WARPLENS_CASE
    default:
      return false;
  }
}

}  // namespace warplens::host
