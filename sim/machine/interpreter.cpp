// The dispatch loop: one instruction, 32 lanes. What each opcode does is written in
// sim/code/opcodes.hpp; its families are functions of their own (operations.hpp).
#include "sim/machine/interpreter.hpp"

#include <bit>
#include <utility>

#include "sim/machine/access.hpp"
#include "sim/machine/builtins.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/operations.hpp"
#include "sim/machine/pattern_registers.hpp"
#include "sim/machine/subroutine.hpp"
#include "sim/machine/warp_functions.hpp"

namespace warplens::machine {

using code::Instr;
using code::Op;

namespace {

void write_builtin(const WarpRun& run, uint32_t* registers, const Instr& instr) {
  const auto d = lanes_of<uint32_t>(registers, instr.dst);
  const auto builtin = static_cast<lang::Builtin>(instr.imm);
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    d.set(lane, builtin_value(builtin, run.context, run.block, run.warp_index * kLanes + lane));
}

void tell_phase(const WarpRun& run, uint32_t* registers, const Instr& instr, uint32_t mask) {
  if (run.observer == nullptr || mask == 0) return;
  const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
  int64_t value = 0;
  if (instr.b == 1) value = lanes_of<int32_t>(registers, instr.a)[lane];
  if (instr.b == 2) value = lanes_of<uint32_t>(registers, instr.a)[lane];
  if (instr.b == 3) value = lanes_of<int64_t>(registers, instr.a)[lane];
  run.observer->phase(run.warp_index, static_cast<uint32_t>(instr.imm), true, instr.b != 0, value);
}

void tell_print(const WarpRun& run, uint32_t* registers, uint32_t index, uint32_t mask) {
  if (run.observer == nullptr || mask == 0) return;
  const code::PrintSite& print = run.context.program->prints[index];
  std::vector<LaneNumbers> arguments(print.arguments.size());
  for (size_t k = 0; k < arguments.size(); ++k) {
    const auto slot = static_cast<uint16_t>(print.arguments[k].slot);
    const bool is_wide = lang::size_of(print.arguments[k].type) == 8;
    for_each_lane(mask, [&](uint32_t lane) {
      arguments[k][lane] = is_wide ? lanes_of<uint64_t>(registers, slot)[lane]
                                   : lanes_of<uint32_t>(registers, slot)[lane];
    });
  }
  run.observer->prints(run.warp_index, index, mask, arguments);
}

void tell_lanes(const WarpRun& run, trace::LaneEvent event, uint32_t index, uint32_t mask) {
  if (run.observer != nullptr) run.observer->lane_event(run.warp_index, event, index, mask);
}

// A lane's floating-point operations: one for + - * / and a square root, two for a fused
// multiply-add. What negates, compares, chooses or converts is none, nor is a library function.
constexpr uint32_t flops_of(Op op) {
  switch (op) {
    case Op::kAddF32:
    case Op::kSubF32:
    case Op::kMulF32:
    case Op::kDivF32:
    case Op::kSqrtF32:
    case Op::kAddF64:
    case Op::kSubF64:
    case Op::kMulF64:
    case Op::kDivF64:
    case Op::kSqrtF64:
      return 1;
    case Op::kFmaF32:
    case Op::kFmaF64:
      return 2;
    default:
      return 0;
  }
}

void multiply_add(uint32_t* registers, const MultiplyAdd& sum) {
  multiply_add(lanes_of<float>(registers, sum.dst), lanes_of<float>(registers, sum.x),
               lanes_of<float>(registers, sum.y), lanes_of<float>(registers, sum.addend));
}

uint32_t result_of(const BarrierTally& tally, int32_t question) {
  if (question == 0) return tally.lanes_true;
  return question == 1 ? tally.lanes_true == tally.lanes : tally.lanes_true != 0;
}

// Shadow of an instruction that is no load: moves keep where a value came from, a select takes the
// chosen side's, and everything else that writes a register clears it.
void follow_registers(WarpState& warp, uint32_t* registers, const Instr& instr, uint32_t mask) {
  const code::OpInfo info = code::info(instr.op);
  if (!info.writes_register) return;
  trace::Origin* d = warp.origins.data() + size_t{instr.dst} * kLanes;
  const trace::Origin* a = warp.origins.data() + size_t{instr.a} * kLanes;
  switch (instr.op) {
    case Op::kMove32:
    case Op::kMove64:
      for_each_lane(mask, [&](uint32_t lane) { d[lane] = a[lane]; });
      return;
    case Op::kCopy32:
    case Op::kCopy64:
      for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = a[lane];
      return;
    case Op::kShuffle32:
    case Op::kShuffle64:
      return;
    case Op::kMatchAll32:
    case Op::kMatchAll64:
      for (uint32_t lane = 0; lane < kLanes; ++lane)
        d[lane] = warp.origins[size_t{instr.c} * kLanes + lane] = 0;
      return;
    case Op::kSelect32:
    case Op::kSelect64: {
      const trace::Origin* b = warp.origins.data() + size_t{instr.b} * kLanes;
      const trace::Origin* c = warp.origins.data() + size_t{instr.c} * kLanes;
      const uint32_t chosen = lanes_true(registers, instr.a);
      for (uint32_t lane = 0; lane < kLanes; ++lane)
        d[lane] = (chosen >> lane) & 1 ? b[lane] : c[lane];
      return;
    }
    default:
      if (info.is_access) return;
      for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = 0;
  }
}

}  // namespace

SharedLayout shared_layout(const GridContext& context) {
  SharedLayout layout;
  for (const code::SharedArray& array : context.program->shared) {
    if (array.offset > layout.limit) layout.gaps.push_back({layout.limit, array.offset});
    layout.limit = array.is_dynamic ? context.shared_bytes : array.offset + array.bytes;
  }
  return layout;
}

template <bool follow>
WarpStop run_warp(WarpRun& run, uint64_t& budget) {
  WarpState& warp = run.warp;
  const code::Program& program = *run.context.program;
  const Instr* const instrs = program.instrs.data();
  const uint32_t* const sites = program.sites_of.data();
  uint32_t* const registers = warp.registers.data();
  uint32_t* const masks = warp.masks.data();
  PatternRegisters patterns(run, registers);
  MemoryUnit<follow> unit(run, registers, patterns);
  uint32_t pc = warp.pc;
  uint32_t mask = warp.mask;
  uint64_t left = budget;
  uint64_t flops = 0;

  const auto count_flops = [&](uint32_t of_a_lane) {
    flops += of_a_lane * trace::lane_count(mask);
  };
  bool must_stop = run.stop_before_access && !run.may_execute_access;
  const auto leaves_local = [&](const Instr& instr) {
    return unit.pointers_leave_local(instr, warp.pending != 0 ? warp.pending : mask);
  };
  // Always in place, so that what it looks at stays in the processor's registers.
  const auto stop = [&](WarpStop why) WL_IN_PLACE {
    warp.flops += flops;
    warp.pc = pc;
    warp.mask = mask;
    warp.steps += budget - left;
    budget = left;
    return why;
  };

  const PlannedInstr* planned = nullptr;  // of the present instruction

  for (;;) {
    if constexpr (!follow) {
      planned = patterns.planned(pc);
      if (planned != nullptr) {
        if (begins_on_patterns(planned->treatment)) {
          const Position ahead = patterns.run_ahead({pc, mask, left});
          pc = ahead.pc;
          mask = ahead.mask;
          left = ahead.left;
          planned = patterns.planned(pc);
        }
        if (planned != nullptr && left != 0) patterns.settle(*planned);
        if (planned != nullptr && planned->treatment == Treatment::kMultiplyAdd && mask == ~0u) {
          const MultiplyAdd& sum = run.plan->sums[planned->first];
          if (left >= sum.instructions) {
            multiply_add(registers, sum);
            count_flops(2);
            left -= sum.instructions;
            pc += sum.instructions;
            continue;
          }
        }
      }
    }
    if (left == 0) return stop(WarpStop::kBudget);
    const Instr* at = instrs + pc;
    if constexpr (follow) follow_registers(warp, registers, *at, mask);
    --left;
    ++pc;
    if constexpr (!follow) {
      if (planned != nullptr && planned->treatment == Treatment::kInPlace && mask == ~0u &&
          left != 0) {
        at = run.plan->moved.data() + planned->first;
        --left;
        ++pc;
      }
    }
    const Instr& instr = *at;
    switch (instr.op) {
#define WARPLENS_LANES(name, ...)                                                \
  case Op::k##name:                                                              \
    lane_operation<Op::k##name>(registers, instr, mask);                         \
    if constexpr (flops_of(Op::k##name) > 0) count_flops(flops_of(Op::k##name)); \
    break;
      WARPLENS_UNARY_OPS(WARPLENS_LANES)
      WARPLENS_BINARY_OPS(WARPLENS_LANES)
      WARPLENS_MATH_OPS(WARPLENS_LANES)
#undef WARPLENS_LANES

// An access that someone is told of: skipped without an active lane, and a place to stop.
#define WARPLENS_ACCESS(name, is_told, is_full)                      \
  case Op::k##name:                                                  \
    if (mask == 0) continue;                                         \
    if constexpr (!follow) unit.ask(planned, instr.a);               \
    if (must_stop && (is_told)) {                                    \
      ++left;                                                        \
      --pc;                                                          \
      return stop(WarpStop::kAccess);                                \
    }                                                                \
    run.may_execute_access = false;                                  \
    must_stop = run.stop_before_access;                              \
    memory_operation<Op::k##name>(unit, instr, sites[pc - 1], mask); \
    if (warp.pending != 0) [[unlikely]]                              \
      --pc;                                                          \
    if (is_full) return stop(WarpStop::kMemory);                     \
    break;
#define WARPLENS_Shared(name) WARPLENS_ACCESS(name, true, false)
#define WARPLENS_Generic(name) WARPLENS_ACCESS(name, leaves_local(instr), run.memory.is_full())
#define WARPLENS_Local(name)                                         \
  case Op::k##name:                                                  \
    memory_operation<Op::k##name>(unit, instr, sites[pc - 1], mask); \
    break;
#define WARPLENS_MEMORY(name, Space, ...) WARPLENS_##Space(name)
      WARPLENS_LOAD_OPS(WARPLENS_MEMORY)
      WARPLENS_STORE_OPS(WARPLENS_MEMORY)
      WARPLENS_LOAD_VEC_OPS(WARPLENS_MEMORY)
      WARPLENS_STORE_VEC_OPS(WARPLENS_MEMORY)
      WARPLENS_ATOMIC_OPS(WARPLENS_MEMORY)
#undef WARPLENS_MEMORY
#undef WARPLENS_Local
#undef WARPLENS_Generic
#undef WARPLENS_Shared
#undef WARPLENS_ACCESS

      case Op::kConst32:
        fill<uint32_t>(registers, instr.dst,
                       static_cast<uint32_t>(program.constants[static_cast<uint32_t>(instr.imm)]));
        break;
      case Op::kConst64:
        fill<uint64_t>(registers, instr.dst, program.constants[static_cast<uint32_t>(instr.imm)]);
        break;
      case Op::kBuiltin:
        write_builtin(run, registers, instr);
        break;
      case Op::kMove32:
        move_under_mask<uint32_t>(registers, instr, mask);
        break;
      case Op::kMove64:
        move_under_mask<uint64_t>(registers, instr, mask);
        break;
      case Op::kCopy32:
        copy<uint32_t>(registers, instr);
        break;
      case Op::kCopy64:
        copy<uint64_t>(registers, instr);
        break;
      case Op::kSelect32:
        select<uint32_t>(registers, instr);
        break;
      case Op::kSelect64:
        select<uint64_t>(registers, instr);
        break;
      case Op::kScale32: {
        const uint32_t factor = static_cast<uint32_t>(instr.imm);
        unary<uint32_t, uint32_t>(registers, instr, [=](uint32_t x) { return x * factor; });
        break;
      }
      case Op::kIndex32: {
        const uint32_t factor = static_cast<uint32_t>(instr.imm);
        binary<uint32_t, uint32_t, uint32_t>(
            registers, instr, [=](uint32_t x, uint32_t y) { return x + y * factor; });
        break;
      }
      case Op::kIndexS32: {
        const int64_t factor = instr.imm;
        binary<uint64_t, uint64_t, int32_t>(registers, instr, [=](uint64_t x, int32_t y) {
          return x + static_cast<uint64_t>(y * factor);
        });
        break;
      }
      case Op::kIndexU32: {
        const int64_t factor = instr.imm;
        binary<uint64_t, uint64_t, uint32_t>(registers, instr, [=](uint64_t x, uint32_t y) {
          return x + static_cast<uint64_t>(y * factor);
        });
        break;
      }
      case Op::kIndex64: {
        const auto factor = static_cast<uint64_t>(int64_t{instr.imm});
        binary<uint64_t, uint64_t, uint64_t>(
            registers, instr, [=](uint64_t x, uint64_t y) { return x + y * factor; });
        break;
      }
      case Op::kAddImm64: {
        const auto addend = static_cast<uint64_t>(int64_t{instr.imm});
        unary<uint64_t, uint64_t>(registers, instr, [=](uint64_t x) { return x + addend; });
        break;
      }
      case Op::kClearLocal:
        unit.clear_local(static_cast<uint32_t>(instr.imm), instr.a + (uint32_t{instr.b} << 16),
                         mask);
        break;
      case Op::kJump:
        pc = static_cast<uint32_t>(instr.imm);
        break;
      case Op::kJumpIfNone:
        if (mask == 0) pc = static_cast<uint32_t>(instr.imm);
        break;
      case Op::kJumpIfAny:
        if (mask != 0) pc = static_cast<uint32_t>(instr.imm);
        break;
      case Op::kIf: {
        const uint32_t yes = lanes_true(registers, instr.a);
        masks[instr.dst] = mask & ~yes;
        mask &= yes;
        if (mask == 0) pc = static_cast<uint32_t>(instr.imm);
        break;
      }
      case Op::kElse:
        std::swap(mask, masks[instr.dst]);
        if (mask == 0) pc = static_cast<uint32_t>(instr.imm);
        break;
      case Op::kJoin:
        mask |= masks[instr.dst];
        break;
      case Op::kRejoin:
        mask |= std::exchange(masks[instr.dst], 0);
        break;
      case Op::kLoopTest: {
        const uint32_t yes = lanes_true(registers, instr.a);
        masks[instr.dst] |= mask & ~yes;
        mask &= yes;
        if (mask == 0) pc = static_cast<uint32_t>(instr.imm);
        break;
      }
      case Op::kLeave:
        masks[instr.dst] |= std::exchange(mask, 0);
        break;
      case Op::kReturn:
        warp.ended |= std::exchange(mask, 0);
        break;
      case Op::kMaskClear:
        masks[instr.dst] = 0;
        break;
      case Op::kMaskTake:
        masks[instr.dst] = std::exchange(mask, 0);
        break;
      case Op::kMaskCopy:
        masks[instr.dst] = masks[instr.a];
        break;
      case Op::kMaskDrop:
        masks[instr.dst] &= ~lanes_true(registers, instr.a);
        break;
      case Op::kMaskEnter:
        mask |= masks[instr.dst] & lanes_true(registers, instr.a);
        break;
      case Op::kBarrier:
        if (mask == 0) break;
        if (run.observer != nullptr) run.observer->barrier_arrives(run.warp_index, pc - 1, mask);
        return stop(WarpStop::kBarrier);
      case Op::kBarrierVote:
        if (mask == 0) break;
        run.arriving.lanes += static_cast<uint32_t>(std::popcount(mask));
        run.arriving.lanes_true +=
            static_cast<uint32_t>(std::popcount(mask & lanes_nonzero(registers, instr.a)));
        if (run.observer != nullptr) run.observer->barrier_arrives(run.warp_index, pc - 1, mask);
        return stop(WarpStop::kBarrier);
      case Op::kBarrierResult:
        fill<uint32_t>(registers, instr.dst, result_of(run.released, instr.imm));
        break;
      case Op::kShuffle32:
      case Op::kShuffle64:
      case Op::kVote:
      case Op::kMatchAny32:
      case Op::kMatchAny64:
      case Op::kMatchAll32:
      case Op::kMatchAll64:
      case Op::kReduce:
      case Op::kSyncWarp:
        execute_warp_function(run, instr, mask);
        break;
      case Op::kActiveMask:
        fill<uint32_t>(registers, instr.dst, mask);
        break;
      case Op::kClock32:
        fill<uint32_t>(registers, instr.dst, static_cast<uint32_t>(warp.steps + (budget - left)));
        break;
      case Op::kClock64:
        fill<uint64_t>(registers, instr.dst, warp.steps + (budget - left));
        break;
      case Op::kPrint:
        tell_print(run, registers, static_cast<uint32_t>(instr.imm), mask);
        break;
      case Op::kAssert: {
        const uint32_t failed = mask & ~lanes_nonzero(registers, instr.a);
        if (failed == 0) break;
        tell_lanes(run, trace::LaneEvent::kAssertFailed, static_cast<uint32_t>(instr.imm), failed);
        return stop(WarpStop::kTrap);
      }
      case Op::kTrap:
        if (mask == 0) break;
        tell_lanes(run, trace::LaneEvent::kTrap, static_cast<uint32_t>(instr.imm), mask);
        return stop(WarpStop::kTrap);
      case Op::kCall: {
        const Resume resume = enter_subroutine(run, static_cast<uint32_t>(instr.imm), pc, mask);
        pc = resume.pc;
        mask = resume.mask;
        break;
      }
      case Op::kSubReturn: {
        const Resume resume = leave_subroutine(run);
        pc = resume.pc;
        mask = resume.mask;
        break;
      }
      case Op::kFrameBase:
        fill<uint32_t>(registers, instr.dst, warp.frame_begin);
        break;
      case Op::kPhase:
        tell_phase(run, registers, instr, mask);
        break;
      case Op::kPhaseEnd:
        if (run.observer != nullptr) {
          run.observer->phase(run.warp_index, static_cast<uint32_t>(instr.imm), false, false, 0);
        }
        break;
      case Op::kEnd:
        --pc;
        return stop(WarpStop::kEnd);
    }
    if (planned != nullptr) patterns.forget(*planned);
  }
}

template WarpStop run_warp<false>(WarpRun& run, uint64_t& budget);
template WarpStop run_warp<true>(WarpRun& run, uint64_t& budget);

}  // namespace warplens::machine
