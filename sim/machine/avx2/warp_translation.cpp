// The walk through the program: blocks, masks, jumps, and calls of C++ for what has no
// instructions.
#include "sim/machine/avx2/warp_translation.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/code/flops.hpp"
#include "sim/machine/access.hpp"
#include "sim/machine/avx2/assembly.hpp"
#include "sim/machine/avx2/warp_scalars.hpp"
#include "sim/machine/instruction_work.hpp"
#include "sim/machine/multiply_add.hpp"
#include "sim/machine/operations.hpp"
#include "sim/machine/warp_instructions.hpp"

namespace warplens::machine {

using code::Op;
namespace x86 = asmjit::x86;
using asmjit::Imm;

namespace {

// What a callee saves for its caller, by the System V ABI.
const std::array<x86::Gp, 6> kSaved{x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15};

constexpr int32_t kSlotBytes = kWarpSize * sizeof(uint32_t);

using LaneOperation = void(uint32_t* registers, const code::Instr& instr, uint32_t mask);
// Null for what is in no family.
LaneOperation* lane_operation_of(Op op) {
  switch (op) {
#define WARPLENS_CASE(name, ...) \
  case Op::k##name:              \
    return &lane_operation<Op::k##name>;
    WARPLENS_UNARY_OPS(WARPLENS_CASE)
    WARPLENS_BINARY_OPS(WARPLENS_CASE)
    WARPLENS_MATH_OPS(WARPLENS_CASE)
#undef WARPLENS_CASE
    default:
      return nullptr;
  }
}

// ---- called by native code

void remainder(NativeWarp& warp, const code::Instr& instr) {
  const bool is_double = instr.op == Op::kFmodF64 || instr.op == Op::kRemainderF64;
  warp.extra_work += remainder_work(warp.registers, instr, warp.mask, is_double);
  lane_operation_of(instr.op)(warp.registers, instr, warp.mask);
}

void meet(NativeWarp& warp, const code::Instr& instr) {
  if (!meet_whole(warp, instr)) execute_warp_function(*warp.run, instr, warp.mask);
}

template <class T>
void keep_product(NativeWarp& warp, const code::Instr& instr) {
  multiply_and_keep<T>(warp.registers, instr);
}

void clear_local(NativeWarp& warp, const code::Instr& instr) {
  warp.rare->unit().clear_local(static_cast<uint32_t>(instr.imm),
                                instr.a + (uint32_t{instr.b} << 16), warp.mask);
}

// What needs nothing but registers and the warp's state; `left` is what is after it.
void interpret(NativeWarp& warp, const code::Instr& instr, int64_t left) {
  WarpState& state = warp.run->warp;
  const uint64_t steps = state.steps;
  const uint32_t pc = state.pc, mask = state.mask;
  state.steps += static_cast<uint64_t>(warp.budget - left - 1);
  state.pc = static_cast<uint32_t>(&instr - warp.run->context.program->instrs.data());
  state.mask = warp.mask;
  uint64_t one = 1;
  run_warp<false>(*warp.run, one);
  state.steps = steps;
  state.pc = pc;
  state.mask = mask;
}

}  // namespace

WarpTranslation::WarpTranslation(const code::Program& program, const UniformValues& values,
                                 asmjit::CodeHolder& to)
    : program_(program), values_(values), to_(&to), begins_(program.instrs.size() + 1) {}

void WarpTranslation::run() {
  for (size_t pc = 0; pc < begins_.size(); ++pc)
    if (values_.begins_block(pc)) begins_[pc] = to_.newLabel();
  make_entry_and_exit();
  for (at_ = 0; at_ < program_.instrs.size(); ++at_) {
    if (values_.begins_block(at_)) begin_block();
    --left_;
    translate(program_.instrs[at_]);
    if (values_.begins_block(at_ + 1)) count_flops();
  }
  to_.bind(begins_[at_]);
  stop(NativeStop::kInterpret, at_);
  while (!later_.empty()) {
    for (const auto& make : std::exchange(later_, {})) make();
  }
  make_constants();
}

void WarpTranslation::make_entry_and_exit() {
  entry_ = to_.newLabel();
  exit_ = to_.newLabel();
  lane_bits_ = to_.newLabel();
  lane_places_ = to_.newLabel();
  wide_places_ = to_.newLabel();
  to_.bind(entry_);
  for (const Gp& reg : kSaved) to_.push(reg);
  to_.sub(x86::rsp, Imm(8));  // calls find the stack aligned
  to_.mov(x86::r15, x86::rdi);
  to_.mov(x86::rbx, WARPLENS_FIELD(registers));
  to_.mov(x86::r12, WARPLENS_FIELD(scalars));
  to_.mov(x86::rbp, WARPLENS_FIELD(masks));
  to_.mov(x86::r13d, WARPLENS_FIELD(mask));
  to_.mov(x86::r14, WARPLENS_FIELD(left));
  to_.jmp(x86::rsi);
  to_.bind(exit_);
  to_.mov(WARPLENS_FIELD(left), x86::r14);
  to_.mov(WARPLENS_FIELD(mask), x86::r13d);
  to_.vzeroupper();
  to_.add(x86::rsp, Imm(8));
  for (auto reg = kSaved.rbegin(); reg != kSaved.rend(); ++reg) to_.pop(*reg);
  to_.ret();
}

// The block's steps are taken off the budget at once, if anything is left of that.
void WarpTranslation::begin_block() {
  left_ = 1;
  while (!values_.begins_block(at_ + left_)) ++left_;
  to_.bind(begins_[at_]);
  const asmjit::Label is_over = to_.newLabel();
  to_.test(x86::r14, x86::r14);
  to_.jle(is_over);
  to_.sub(x86::r14, Imm(left_));
  later([this, is_over, pc = at_] {
    to_.bind(is_over);
    stop(NativeStop::kBudget, pc);
  });
}

void WarpTranslation::stop(NativeStop why, uint32_t pc) {
  to_.mov(WARPLENS_FIELD(pc), Imm(pc));
  to_.mov(x86::eax, Imm(static_cast<uint32_t>(why)));
  to_.jmp(exit_);
}

void WarpTranslation::translate(const Instr& instr) {
  // The lanes that count are those that are active now.
  if (translate_masks(instr) || translate_jump(instr)) return;
  flops_ += code::flops_of(instr);
  if (translate_move(instr) || translate_index(instr) || translate_integer(instr) ||
      translate_wide_integer(instr) || translate_division(instr) || translate_real(instr) ||
      translate_conversion(instr) || translate_access(instr) || translate_other(instr))
    return;
  if (LaneOperation* const operation = lane_operation_of(instr.op)) {
    if (code::is_library_function(instr.op) && math_work(instr.op) > 0)
      to_.add(WARPLENS_FIELD(extra_work), Imm(math_work(instr.op)));
    if (is_remainder(instr.op))
      call_with_instr(instr, address_of(&remainder));
    else
      call_operation(instr, address_of(operation));
    return;
  }
  call_with_instr(instr, address_of(&interpret));
}

void WarpTranslation::count_flops() {
  if (flops_ == 0) return;
  to_.popcnt(x86::eax, x86::r13d);
  to_.imul(x86::eax, x86::eax, Imm(flops_));
  to_.add(WARPLENS_FIELD(flops), x86::rax);
  flops_ = 0;
}

// ---------------------------------------------------------------------------------------- control

x86::Mem WarpTranslation::mask_register(uint16_t index) const {
  return x86::dword_ptr(x86::rbp, index * static_cast<int32_t>(sizeof(uint32_t)));
}

void WarpTranslation::jump_if_deserted(uint32_t target) {
  to_.test(x86::r13d, x86::r13d);
  to_.jz(begins_[target]);
}

// eax := the lanes of register a, which has 0 or 1 in each, that have 1.
void WarpTranslation::lanes_true(const Instr& instr) {
  const Value value = read(0);
  if (value.is_uniform) {
    to_.mov(x86::eax, place(value, 0, 1));
    to_.and_(x86::eax, Imm(1));
    to_.neg(x86::eax);
    return;
  }
  WL_ASSERT(value.slot == instr.a, "the condition is the only operand");
  const std::array<Gp, kParts> bits{x86::eax, x86::ecx, x86::edx, x86::esi};
  for (uint32_t part = 0; part < kParts; ++part) {
    const Vec x = x86::ymm(part);
    to_.vmovdqu(x, place(value, part, kParts));
    to_.vpslld(x, x, Imm(31));
    to_.vmovmskps(bits[part], x);
  }
  for (uint32_t part = 1; part < kParts; ++part) {
    to_.shl(bits[part], Imm(8 * part));
    to_.or_(x86::eax, bits[part]);
  }
}

bool WarpTranslation::translate_masks(const Instr& instr) {
  const x86::Mem kept = mask_register(instr.dst);
  switch (instr.op) {
    case Op::kIf:
    case Op::kLoopTest:
      count_flops();
      lanes_true(instr);
      to_.andn(x86::ecx, x86::eax, x86::r13d);
      if (instr.op == Op::kIf)
        to_.mov(kept, x86::ecx);
      else
        to_.or_(kept, x86::ecx);
      to_.and_(x86::r13d, x86::eax);
      to_.jz(begins_[static_cast<uint32_t>(instr.imm)]);
      return true;
    case Op::kElse:
      count_flops();
      to_.mov(x86::eax, kept);
      to_.mov(kept, x86::r13d);
      to_.mov(x86::r13d, x86::eax);
      jump_if_deserted(static_cast<uint32_t>(instr.imm));
      return true;
    case Op::kJoin:
    case Op::kRejoin:
      count_flops();
      to_.or_(x86::r13d, kept);
      if (instr.op == Op::kRejoin) to_.mov(kept, Imm(0));
      return true;
    case Op::kLeave:
      count_flops();
      to_.or_(kept, x86::r13d);
      to_.xor_(x86::r13d, x86::r13d);
      return true;
    case Op::kReturn:
      count_flops();
      to_.mov(x86::rax, WARPLENS_FIELD(ended));
      to_.or_(x86::dword_ptr(x86::rax), x86::r13d);
      to_.xor_(x86::r13d, x86::r13d);
      return true;
    case Op::kMaskClear:
      to_.mov(kept, Imm(0));
      return true;
    case Op::kMaskTake:
      count_flops();
      to_.mov(kept, x86::r13d);
      to_.xor_(x86::r13d, x86::r13d);
      return true;
    case Op::kMaskCopy:
      to_.mov(x86::eax, mask_register(instr.a));
      to_.mov(kept, x86::eax);
      return true;
    case Op::kMaskDrop:
      lanes_true(instr);
      to_.not_(x86::eax);
      to_.and_(kept, x86::eax);
      return true;
    case Op::kMaskEnter:
      count_flops();
      lanes_true(instr);
      to_.and_(x86::eax, kept);
      to_.or_(x86::r13d, x86::eax);
      return true;
    default:
      return false;
  }
}

bool WarpTranslation::translate_jump(const Instr& instr) {
  switch (instr.op) {
    case Op::kJump:
      count_flops();
      to_.jmp(begins_[static_cast<uint32_t>(instr.imm)]);
      return true;
    case Op::kJumpIfNone:
      count_flops();
      jump_if_deserted(static_cast<uint32_t>(instr.imm));
      return true;
    case Op::kJumpIfAny:
      count_flops();
      to_.test(x86::r13d, x86::r13d);
      to_.jnz(begins_[static_cast<uint32_t>(instr.imm)]);
      return true;
    case Op::kBarrier: {
      count_flops();
      const asmjit::Label on = to_.newLabel();
      to_.test(x86::r13d, x86::r13d);
      to_.jz(on);
      stop(NativeStop::kBarrier, at_ + 1);
      to_.bind(on);
      return true;
    }
    case Op::kEnd:
      count_flops();
      stop(NativeStop::kEnd, at_);
      return true;
    case Op::kBarrierVote:
    case Op::kBulkLoad:
    case Op::kBulkStore:
    case Op::kTensorLoad:
    case Op::kTensorStore:
    case Op::kMbarrierWait:
    case Op::kPrint:
    case Op::kAssert:
    case Op::kTrap:  // where a block begins
      to_.add(x86::r14, Imm(left_ + 1));
      stop(NativeStop::kInterpret, at_);
      return true;
    default:
      return false;
  }
}

// What is neither computed nor moved.
bool WarpTranslation::translate_other(const Instr& instr) {
  switch (instr.op) {
    case Op::kPhase:
    case Op::kPhaseEnd:
    case Op::kFence:  // heard by nobody
      return true;
    case Op::kShuffle32:
    case Op::kShuffle64:
    case Op::kVote:
    case Op::kMatchAny32:
    case Op::kMatchAny64:
    case Op::kMatchAll32:
    case Op::kMatchAll64:
    case Op::kReduce:
    case Op::kTurnMatrix:
    case Op::kSyncWarp:
      to_.add(WARPLENS_FIELD(extra_work), Imm(kWorkOfMeeting));
      call_with_instr(instr, address_of(&meet));
      return true;
    case Op::kMma:
    case Op::kMmaF64:
      to_.add(WARPLENS_FIELD(extra_work), Imm(kWorkOfMeeting + mma_work(code::mma_shape(instr))));
      call_with_instr(instr, address_of(&meet));
      return true;
    case Op::kClock32:
    case Op::kClock64: {
      to_.mov(x86::rax, WARPLENS_FIELD(budget));
      to_.sub(x86::rax, x86::r14);
      to_.add(x86::rax, WARPLENS_FIELD(steps));
      to_.sub(x86::rax, Imm(left_));
      to_.imul(x86::rax, x86::rax, Imm(kCyclesOfInstruction));
      const Value to = written();
      const Value kept{to.slot, to.is_wide, true};
      if (to.is_wide)
        to_.mov(place(kept, 0, 1), x86::rax);
      else
        to_.mov(place(kept, 0, 1), x86::eax);
      if (!to.is_uniform) put_uniform_into_lanes(kept);
      return true;
    }
    case Op::kKeepMulF32:
      call_with_instr(instr, address_of(&keep_product<float>));
      return true;
    case Op::kKeepMulF64:
      call_with_instr(instr, address_of(&keep_product<double>));
      return true;
    case Op::kClearLocal:
      call_with_instr(instr, address_of(&clear_local));
      return true;
    case Op::kBuiltin: {
      const auto builtin = static_cast<lang::Builtin>(instr.imm);
      const Value to = written();
      if (builtin > lang::Builtin::kThreadIdxZ || to.is_uniform) {
        // What is the same for all threads of the warp is there for its first one.
        to_.mov(x86::rax, WARPLENS_FIELD(of_block));
        to_.vpbroadcastd(x86::ymm0, x86::dword_ptr(x86::rax, 4 * instr.imm));
        for (uint32_t part = 0; part < (to.is_uniform ? 1 : 4); ++part)
          store(x86::ymm0, to, part, to.is_uniform ? 1 : 4);
        return true;
      }
      to_.mov(x86::rax, WARPLENS_FIELD(of_thread));
      for (uint32_t part = 0; part < 4; ++part) {
        to_.vmovdqu(x86::ymm0, x86::ymmword_ptr(x86::rax, kSlotBytes * instr.imm +
                                                              static_cast<int32_t>(32 * part)));
        store(x86::ymm0, to, part, 4);
      }
      return true;
    }
    default:
      return false;
  }
}

// ------------------------------------------------------------------------------- what C++ does

void WarpTranslation::call(const void* function) {
  to_.vzeroupper();
  to_.mov(x86::rax, Imm(reinterpret_cast<uintptr_t>(function)));
  to_.call(x86::rax);
}

// A LaneOperation. Where all that it reads is uniform, of one lane.
void WarpTranslation::call_operation(const Instr& instr, const void* function) {
  if (values_.is_all_uniform(at_)) {
    to_.mov(x86::rdi, x86::r15);
    to_.mov(x86::rsi, Imm(reinterpret_cast<uintptr_t>(&instr)));
    return call(address_of(scalar_function_of(instr.op)));
  }
  put_reads_into_lanes();
  to_.mov(x86::rdi, x86::rbx);
  to_.mov(x86::rsi, Imm(reinterpret_cast<uintptr_t>(&instr)));
  to_.mov(x86::edx, x86::r13d);
  call(function);
  take_writes_from_lanes();
}

// A function of a NativeWarp, an instruction and what is left of the budget.
void WarpTranslation::call_with_instr(const Instr& instr, const void* function) {
  put_reads_into_lanes();
  to_.mov(WARPLENS_FIELD(mask), x86::r13d);
  to_.mov(x86::rdi, x86::r15);
  to_.mov(x86::rsi, Imm(reinterpret_cast<uintptr_t>(&instr)));
  to_.lea(x86::rdx, x86::ptr(x86::r14, static_cast<int32_t>(left_)));
  call(function);
  take_writes_from_lanes();
}

void WarpTranslation::put_reads_into_lanes() {
  size_t k = 0;
  for (const code::SlotRange& range : values_.uses(at_).reads) {
    code::for_each_value(range, [&](const code::RegisterUse& use) {
      if (values_.is_uniform(at_, k++)) put_uniform_into_lanes({use.slot, use.width == 2, true});
    });
  }
}

// rax stays as it is.
void WarpTranslation::take_writes_from_lanes() {
  const code::RegisterUses& uses = values_.uses(at_);
  size_t k = 0;
  for (const code::SlotRange& range : uses.reads) k += range.count;
  bool has_lane = false;
  for (const code::SlotRange& range : uses.writes) {
    code::for_each_value(range, [&](const code::RegisterUse& use) {
      if (!values_.is_uniform(at_, k++)) return;
      if (!std::exchange(has_lane, true)) {
        to_.tzcnt(x86::ecx, x86::r13d);
        to_.and_(x86::ecx, Imm(kWarpSize - 1));  // no lane: whatever
      }
      const x86::Mem from(x86::rbx, x86::rcx, use.width == 2 ? 3 : 2, use.slot * kSlotBytes);
      const x86::Mem to = x86::ptr(x86::r12, use.slot * 8);
      if (use.width == 2) {
        to_.mov(x86::rdx, from);
        to_.mov(to, x86::rdx);
      } else {
        to_.mov(x86::edx, from);
        to_.mov(to, x86::edx);
      }
    });
  }
}

// ------------------------------------------------------------------------------------ running it

namespace {

class Native : public WarpCode {
 public:
  Native(const code::Program& program, const WarpShape& shape) : values_(program, shape) {}

  // False if the processor's memory for code is not to be had.
  bool translate(const code::Program& program) {
    Assembly assembly(runtime_);
    if (!assembly.is_ready()) return false;
    WarpTranslation translation(program, values_, assembly.holder());
    translation.run();
    if (!assembly.place()) return false;
    enter_ = assembly.function_at<Enter>(translation.entry());
    for (const asmjit::Label& label : translation.begins())
      addresses_.push_back(assembly.at(label));
    return true;
  }

  NativeStop run(NativeWarp& warp) const override {
    return static_cast<NativeStop>(enter_(&warp, addresses_[warp.pc]));
  }
  const UniformValues& values() const override { return values_; }

 private:
  using Enter = uint32_t(NativeWarp*, const void* at);
  UniformValues values_;
  asmjit::JitRuntime runtime_;
  Enter* enter_ = nullptr;
  std::vector<const void*> addresses_;  // by instruction
};

}  // namespace

std::unique_ptr<const WarpCode> translate_warp(const code::Program& program,
                                               const WarpShape& shape) {
  const asmjit::CpuFeatures& features = asmjit::CpuInfo::host().features();
  if (!features.x86().hasAVX2() || !features.x86().hasBMI() || !features.x86().hasFMA())
    return nullptr;
  if (!program.subroutines.empty()) return nullptr;
  auto native = std::make_unique<Native>(program, shape);
  if (!native->translate(program)) return nullptr;
  return native;
}

}  // namespace warplens::machine
