// What an instruction does to one lane: arithmetic, and control with masks of one lane each.
#include <bit>
#include <cmath>

#include "lane_machine.hpp"
#include "lane_registers.hpp"
#include "sim/base/half.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"
#include "sim/machine/arithmetic.hpp"

namespace warplens::oracle {

using base::bfloat_from_double;
using base::bfloat_to_float;
using base::half_from_double;
using base::half_to_float;
using code::Instr;
using code::kLocalPointerBase;
using code::kSharedPointerBase;
using code::Op;
using namespace machine;  // the functions that the opcodes' expressions name

namespace {

template <class T>
void fuse(std::vector<uint32_t>& r, const Instr& instr) {
  const T x = get<T>(r, instr.a), z = get<T>(r, instr.c);
  const T sum =
      std::fma((instr.imm & 1) != 0 ? -x : x, get<T>(r, instr.b), (instr.imm & 2) != 0 ? -z : z);
  set<T>(r, instr.dst, canonical(sum));
}

template <class T>
void multiply_and_keep(std::vector<uint32_t>& r, const Instr& instr) {
  const T x = get<T>(r, instr.a), y = get<T>(r, instr.b);
  set<T>(r, instr.dst, canonical(x * y));
  set<T>(r, instr.c, x);
  set<T>(r, instr.c + sizeof(T) / 4, y);
}

}  // namespace

bool LaneMachine::execute_arithmetic(Lane& lane, const Instr& instr) {
  std::vector<uint32_t>& r = lane.registers;
  switch (instr.op) {
#define WARPLENS_UNARY(name, D, A, expression)        \
  case Op::k##name: {                                 \
    const A x = get<A>(r, instr.a);                   \
    set<D>(r, instr.dst, static_cast<D>(expression)); \
    return true;                                      \
  }
    WARPLENS_UNARY_OPS(WARPLENS_UNARY)
#undef WARPLENS_UNARY
#define WARPLENS_BINARY(name, D, A, B, expression)    \
  case Op::k##name: {                                 \
    const A x = get<A>(r, instr.a);                   \
    const B y = get<B>(r, instr.b);                   \
    set<D>(r, instr.dst, static_cast<D>(expression)); \
    return true;                                      \
  }
    WARPLENS_BINARY_OPS(WARPLENS_BINARY)
#undef WARPLENS_BINARY
#define WARPLENS_MATH(name, T, count, expression)                      \
  case Op::k##name: {                                                  \
    const T x = get<T>(r, instr.a);                                    \
    [[maybe_unused]] const T y = count > 1 ? get<T>(r, instr.b) : T{}; \
    [[maybe_unused]] const T z = count > 2 ? get<T>(r, instr.c) : T{}; \
    if (lane.is_active) set<T>(r, instr.dst, canonical(expression));   \
    return true;                                                       \
  }
    WARPLENS_MATH_OPS(WARPLENS_MATH)
#undef WARPLENS_MATH
    case Op::kConst32:
      set(r, instr.dst,
          static_cast<uint32_t>(program_.constants[static_cast<uint32_t>(instr.imm)]));
      return true;
    case Op::kConst64:
      set(r, instr.dst, program_.constants[static_cast<uint32_t>(instr.imm)]);
      return true;
    case Op::kMove32:
      if (lane.is_active) set(r, instr.dst, get<uint32_t>(r, instr.a));
      return true;
    case Op::kMove64:
      if (lane.is_active) set(r, instr.dst, get<uint64_t>(r, instr.a));
      return true;
    case Op::kCopy32:
      set(r, instr.dst, get<uint32_t>(r, instr.a));
      return true;
    case Op::kCopy64:
      set(r, instr.dst, get<uint64_t>(r, instr.a));
      return true;
    case Op::kSelect32:
      set(r, instr.dst, get<uint32_t>(r, r[instr.a] != 0 ? instr.b : instr.c));
      return true;
    case Op::kSelect64:
      set(r, instr.dst, get<uint64_t>(r, r[instr.a] != 0 ? instr.b : instr.c));
      return true;
    case Op::kFusedF32:
      fuse<float>(r, instr);
      return true;
    case Op::kFusedF64:
      fuse<double>(r, instr);
      return true;
    case Op::kKeepMulF32:
      multiply_and_keep<float>(r, instr);
      return true;
    case Op::kKeepMulF64:
      multiply_and_keep<double>(r, instr);
      return true;
    case Op::kScale32:
      set(r, instr.dst, r[instr.a] * static_cast<uint32_t>(instr.imm));
      return true;
    case Op::kIndex32:
      set(r, instr.dst, r[instr.a] + r[instr.b] * static_cast<uint32_t>(instr.imm));
      return true;
    case Op::kIndexS32:
      set(r, instr.dst,
          get<int64_t>(r, instr.a) + int64_t{get<int32_t>(r, instr.b)} * int64_t{instr.imm});
      return true;
    case Op::kIndexU32:
      set(r, instr.dst, get<int64_t>(r, instr.a) + int64_t{r[instr.b]} * int64_t{instr.imm});
      return true;
    case Op::kIndex64:
      set(r, instr.dst,
          get<uint64_t>(r, instr.a) +
              get<uint64_t>(r, instr.b) * static_cast<uint64_t>(int64_t{instr.imm}));
      return true;
    case Op::kAddImm64:
      set(r, instr.dst, get<uint64_t>(r, instr.a) + static_cast<uint64_t>(int64_t{instr.imm}));
      return true;
    case Op::kFrameBase:
      set(r, instr.dst, lane.frame_base);
      return true;
    case Op::kClock32:
      set(r, instr.dst, static_cast<uint32_t>(8 * lane.steps));
      return true;
    case Op::kClock64:
      set(r, instr.dst, 8 * lane.steps);
      return true;
    default:
      return false;
  }
}

void LaneMachine::execute_control(Lane& lane, const Instr& instr) {
  const auto is_true = [&] { return lane.registers[instr.a] != 0; };
  const auto target = static_cast<uint32_t>(instr.imm);
  const auto leave_if_inactive = [&] {
    if (!lane.is_active) lane.pc = target;
  };
  switch (instr.op) {
    case Op::kJump:
      lane.pc = target;
      break;
    case Op::kJumpIfNone:
      leave_if_inactive();
      break;
    case Op::kJumpIfAny:
      if (lane.is_active) lane.pc = target;
      break;
    case Op::kIf:
      lane.masks[instr.dst] = lane.is_active && !is_true();
      lane.is_active = lane.is_active && is_true();
      leave_if_inactive();
      break;
    case Op::kElse: {
      const bool other = lane.masks[instr.dst];
      lane.masks[instr.dst] = lane.is_active;
      lane.is_active = other;
      leave_if_inactive();
      break;
    }
    case Op::kJoin:
      lane.is_active = lane.is_active || lane.masks[instr.dst];
      break;
    case Op::kRejoin:
      lane.is_active = lane.is_active || lane.masks[instr.dst];
      lane.masks[instr.dst] = false;
      break;
    case Op::kLoopTest:
      if (lane.is_active && !is_true()) lane.masks[instr.dst] = true;
      lane.is_active = lane.is_active && is_true();
      leave_if_inactive();
      break;
    case Op::kLeave:
      if (lane.is_active) lane.masks[instr.dst] = true;
      lane.is_active = false;
      break;
    case Op::kReturn:
      lane.is_active = false;
      break;
    case Op::kMaskClear:
      lane.masks[instr.dst] = false;
      break;
    case Op::kMaskTake:
      lane.masks[instr.dst] = lane.is_active;
      lane.is_active = false;
      break;
    case Op::kMaskCopy:
      lane.masks[instr.dst] = lane.masks[instr.a];
      break;
    case Op::kMaskDrop:
      if (is_true()) lane.masks[instr.dst] = false;
      break;
    case Op::kMaskEnter:
      if (lane.masks[instr.dst] && is_true()) lane.is_active = true;
      break;
    case Op::kBarrier:
    case Op::kBarrierVote:
      lane.is_at_barrier = lane.is_active;
      lane.predicate = instr.op == Op::kBarrierVote && is_true();
      break;
    case Op::kBarrierResult: {
      const uint32_t results[] = {true_count_, true_count_ == voter_count_, true_count_ > 0};
      lane.registers[instr.dst] = results[instr.imm];
      break;
    }
    case Op::kCall: {
      if (!lane.is_active) break;
      const code::Subroutine& subroutine = program_.subroutines[target];
      lane.calls.push_back({lane.pc, target, lane.frame_base, lane.frame_end, lane.is_active,
                            lane.registers, lane.masks});
      lane.frame_base = (lane.frame_end + 15) / 16 * 16;
      lane.frame_end = lane.frame_base + subroutine.local_bytes;
      lane.local.resize(lane.frame_base);
      lane.local.resize(lane.frame_end, std::byte{0});
      lane.pc = subroutine.entry;
      break;
    }
    case Op::kSubReturn: {
      const Call call = std::move(lane.calls.back());
      lane.calls.pop_back();
      const code::Subroutine& subroutine = program_.subroutines[call.subroutine];
      for (uint32_t slot = subroutine.first_slot; slot < subroutine.end_slot; ++slot)
        lane.registers[slot] = call.registers[slot];
      for (uint32_t mask = subroutine.first_mask; mask < subroutine.end_mask; ++mask)
        lane.masks[mask] = call.masks[mask];
      lane.pc = call.pc;
      lane.frame_base = call.frame_base;
      lane.frame_end = call.frame_end;
      lane.is_active = call.is_active;
      break;
    }
    case Op::kEnd:
      lane.has_ended = true;
      break;
    default:
      break;  // what lanes do together, and what only observers receive
  }
}

}  // namespace warplens::oracle
