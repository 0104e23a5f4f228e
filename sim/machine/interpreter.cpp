// The dispatch loop: one instruction, 32 lanes. What each opcode does is written in
// sim/code/opcodes.hpp; its families are functions of their own (operations.hpp).
#include "sim/machine/interpreter.hpp"

#include <bit>
#include <utility>

#include "sim/code/flops.hpp"
#include "sim/machine/access.hpp"
#include "sim/machine/builtins.hpp"
#include "sim/machine/bulk_copies.hpp"
#include "sim/machine/control_flow.hpp"
#include "sim/machine/copies.hpp"
#include "sim/machine/index_operations.hpp"
#include "sim/machine/instruction_work.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/mbarriers.hpp"
#include "sim/machine/multiply_add.hpp"
#include "sim/machine/operations.hpp"
#include "sim/machine/pattern_registers.hpp"
#include "sim/machine/warp_instructions.hpp"

namespace warplens::machine {

using code::flops_of;
using code::Instr;
using code::Op;

namespace {

void write_builtin(const WarpRun& run, uint32_t* registers, const Instr& instr) {
  const auto d = lanes_of<uint32_t>(registers, instr.dst);
  const auto builtin = static_cast<lang::Builtin>(instr.imm);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    d.set(lane, builtin_value(builtin, run.context, run.block, run.warp_index * kWarpSize + lane));
}

void count_vote(WarpRun& run, uint32_t mask, uint32_t yes) {
  run.arriving.lanes += trace::lane_count(mask);
  run.arriving.lanes_true += trace::lane_count(mask & yes);
}

uint32_t result_of(const BarrierTally& tally, int32_t question) {
  if (question == 0) return tally.lanes_true;
  return question == 1 ? tally.lanes_true == tally.lanes : tally.lanes_true != 0;
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
  const uint64_t* const constants = program.constants.data();
  uint32_t* const registers = warp.registers.data();
  uint32_t* const masks = warp.masks.data();
  PatternRegisters patterns(run, registers);
  MemoryUnit<follow> unit(run, registers, patterns);
  Flow flow{warp.pc, warp.mask};
  uint64_t left = budget;
  uint64_t flops = 0, extra_work = 0;

  const auto count_flops = [&](uint32_t of_a_lane) {
    flops += of_a_lane * trace::lane_count(flow.mask);
  };
  const auto executed = [&] { return warp.steps + (budget - left); };
  const auto cycles = [&] { return kCyclesOfInstruction * executed(); };
  bool must_stop = run.stop_before_access && !run.may_execute_access;
  const auto leaves_local = [&](const Instr& instr) {
    return unit.pointers_leave_local(instr, warp.pending != 0 ? warp.pending : flow.mask);
  };
  // Always in place, so that what it looks at stays in the processor's registers.
  const auto stop = [&](WarpStop why) WL_IN_PLACE {
    warp.flops += flops;
    warp.extra_work += extra_work;
    warp.pc = flow.pc;
    warp.mask = flow.mask;
    warp.steps += budget - left;
    budget = left;
    return why;
  };

  const PlannedInstr* planned = nullptr;  // of the current instruction

  for (;;) {
    if constexpr (!follow) {
      planned = patterns.planned(flow.pc);
      if (planned != nullptr) {
        if (begins_on_patterns(planned->treatment)) {
          const Position ahead = patterns.run_ahead({flow.pc, flow.mask, left});
          flow.pc = ahead.pc;
          flow.mask = ahead.mask;
          left = ahead.left;
          planned = patterns.planned(flow.pc);
        }
        if (planned != nullptr && left != 0) patterns.settle(*planned);
        if (planned != nullptr && planned->treatment == Treatment::kMultiplyAdd &&
            flow.mask == ~0u) {
          const MultiplyAdd& sum = run.plan->sums[planned->first];
          if (left >= sum.instructions) {
            multiply_add<float>(registers, sum.fused);
            count_flops(flops_of(Op::kMulF32) + flops_of(Op::kFusedF32));
            left -= sum.instructions;
            flow.pc += sum.instructions;
            continue;
          }
        }
      }
    }
    if (left == 0) return stop(WarpStop::kBudget);
    const Instr* at = instrs + flow.pc;
    if constexpr (follow) follow_registers(warp, registers, *at, flow.mask);
    --left;
    ++flow.pc;
    if constexpr (!follow) {
      if (planned != nullptr && planned->treatment == Treatment::kInPlace && flow.mask == ~0u &&
          left != 0) {
        at = run.plan->moved.data() + planned->first;
        --left;
        ++flow.pc;
      }
    }
    const Instr& instr = *at;
    const auto number = static_cast<uint32_t>(instr.imm);
    switch (instr.op) {
#define WARPLENS_LANES(name, ...)                                                \
  case Op::k##name:                                                              \
    lane_operation<Op::k##name>(registers, instr, flow.mask);                    \
    if constexpr (flops_of(Op::k##name) > 0) count_flops(flops_of(Op::k##name)); \
    break;
      WARPLENS_UNARY_OPS(WARPLENS_LANES)
      WARPLENS_BINARY_OPS(WARPLENS_LANES)
#undef WARPLENS_LANES

#define WARPLENS_MATH(name, T, ...)                                                             \
  case Op::k##name:                                                                             \
    if constexpr (math_work(Op::k##name) > 0) extra_work += math_work(Op::k##name);             \
    if constexpr (is_remainder(Op::k##name))                                                    \
      extra_work += remainder_work(registers, instr, flow.mask, sizeof(T) == sizeof(uint64_t)); \
    lane_operation<Op::k##name>(registers, instr, flow.mask);                                   \
    if constexpr (flops_of(Op::k##name) > 0) count_flops(flops_of(Op::k##name));                \
    break;
      WARPLENS_MATH_OPS(WARPLENS_MATH)
#undef WARPLENS_MATH

// An access that is reported: skipped without an active lane, and a place to stop.
#define WARPLENS_ACCESS(name, is_reported, is_full)                            \
  case Op::k##name:                                                            \
    if (flow.mask == 0) continue;                                              \
    if constexpr (!follow) unit.ask(planned, instr.a);                         \
    if (must_stop && (is_reported)) {                                          \
      ++left;                                                                  \
      --flow.pc;                                                               \
      return stop(WarpStop::kAccess);                                          \
    }                                                                          \
    run.may_execute_access = false;                                            \
    must_stop = run.stop_before_access;                                        \
    memory_operation<Op::k##name>(unit, instr, sites[flow.pc - 1], flow.mask); \
    if (warp.pending != 0) [[unlikely]]                                        \
      --flow.pc;                                                               \
    if (is_full) return stop(WarpStop::kMemory);                               \
    break;
#define WARPLENS_Shared(name) WARPLENS_ACCESS(name, true, false)
#define WARPLENS_Generic(name) WARPLENS_ACCESS(name, leaves_local(instr), run.memory.is_full())
#define WARPLENS_Local(name)                                                   \
  case Op::k##name:                                                            \
    memory_operation<Op::k##name>(unit, instr, sites[flow.pc - 1], flow.mask); \
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

// Asynchronous copies are accesses, too.
#define WARPLENS_COPY(name, ...)                                      \
  case Op::k##name:                                                   \
    if (flow.mask == 0) continue;                                     \
    if (must_stop) {                                                  \
      ++left;                                                         \
      --flow.pc;                                                      \
      return stop(WarpStop::kAccess);                                 \
    }                                                                 \
    run.may_execute_access = false;                                   \
    must_stop = run.stop_before_access;                               \
    begin_copy(run, registers, instr, sites[flow.pc - 1], flow.mask); \
    break;
      WARPLENS_COPY_OPS(WARPLENS_COPY)
// A part at a time, each an access; the instruction is one step.
#define WARPLENS_BULK(name, ...)                                            \
  case Op::k##name:                                                         \
    if (flow.mask != 0) {                                                   \
      const BulkNext next = next_in_bulk(run, registers, instr, flow.mask); \
      if (next == BulkNext::kFault) return stop(WarpStop::kTrap);           \
      if (next == BulkNext::kPart) {                                        \
        ++left;                                                             \
        --flow.pc;                                                          \
        if (must_stop) return stop(WarpStop::kAccess);                      \
        run.may_execute_access = false;                                     \
        must_stop = run.stop_before_access;                                 \
        extra_work += kWorkOfMeeting;                                       \
        execute_part(run, registers, instr, sites[flow.pc]);                \
        if (run.memory.is_full()) return stop(WarpStop::kMemory);           \
      }                                                                     \
    }                                                                       \
    break;
      WARPLENS_BULK_OPS(WARPLENS_BULK)
#undef WARPLENS_BULK
#undef WARPLENS_COPY

// A matrix: by the lanes of a warp together, an access if one of them names a row.
#define WARPLENS_MATRIX(name, ...)                                                \
  case Op::k##name: {                                                             \
    if (flow.mask == 0) continue;                                                 \
    const bool is_access = rows_named(instr, flow.mask) != 0;                     \
    if (run.stops_at_meeting || (must_stop && is_access)) {                       \
      ++left;                                                                     \
      --flow.pc;                                                                  \
      return stop(run.stops_at_meeting ? WarpStop::kMeeting : WarpStop::kAccess); \
    }                                                                             \
    if constexpr (!follow) unit.ask(planned, instr.a);                            \
    if (is_access) {                                                              \
      run.may_execute_access = false;                                             \
      must_stop = run.stop_before_access;                                         \
    }                                                                             \
    extra_work += kWorkOfMatrices;                                                \
    memory_operation<Op::k##name>(unit, instr, sites[flow.pc - 1], flow.mask);    \
    break;                                                                        \
  }
      WARPLENS_MATRIX_OPS(WARPLENS_MATRIX)
#undef WARPLENS_MATRIX

// The rest, a line each: what is done, or why the warp stops.
#define WARPLENS_DO(name, ...) \
  case Op::k##name:            \
    __VA_ARGS__;               \
    break;
#define WARPLENS_STOP(name, condition, why, ...) \
  case Op::k##name:                              \
    if (condition) {                             \
      __VA_ARGS__;                               \
      return stop(why);                          \
    }                                            \
    break;
#define WARPLENS_MEET(name, ...)                  \
  case Op::k##name:                               \
    if (run.stops_at_meeting && flow.mask != 0) { \
      ++left;                                     \
      --flow.pc;                                  \
      return stop(WarpStop::kMeeting);            \
    }                                             \
    extra_work += kWorkOfMeeting;                 \
    execute_warp_function(run, instr, flow.mask); \
    __VA_ARGS__;                                  \
    break;
#define WARPLENS_MBARRIER(name) \
  WARPLENS_DO(Mbarrier##name, extra_work += kWorkOfMeeting, execute_mbarrier(run, instr, flow.mask))
      WARPLENS_DO(Const32, fill(registers, instr.dst, static_cast<uint32_t>(constants[number])))
      WARPLENS_DO(Const64, fill(registers, instr.dst, constants[number]))
      WARPLENS_DO(Builtin, write_builtin(run, registers, instr))
      WARPLENS_DO(Move32, move_under_mask<uint32_t>(registers, instr, flow.mask))
      WARPLENS_DO(Move64, move_under_mask<uint64_t>(registers, instr, flow.mask))
      WARPLENS_DO(Copy32, copy<uint32_t>(registers, instr))
      WARPLENS_DO(Copy64, copy<uint64_t>(registers, instr))
      WARPLENS_DO(Select32, select<uint32_t>(registers, instr))
      WARPLENS_DO(Select64, select<uint64_t>(registers, instr))
      WARPLENS_DO(FusedF32, multiply_add<float>(registers, instr), count_flops(1))
      WARPLENS_DO(FusedF64, multiply_add<double>(registers, instr), count_flops(1))
      WARPLENS_DO(KeepMulF32, multiply_and_keep<float>(registers, instr), count_flops(1))
      WARPLENS_DO(KeepMulF64, multiply_and_keep<double>(registers, instr), count_flops(1))
      WARPLENS_DO(Scale32, scale_32(registers, instr))
      WARPLENS_DO(Index32, index_32(registers, instr))
      WARPLENS_DO(IndexS32, index_64<int32_t>(registers, instr))
      WARPLENS_DO(IndexU32, index_64<uint32_t>(registers, instr))
      WARPLENS_DO(Index64, index_64<uint64_t>(registers, instr))
      WARPLENS_DO(AddImm64, add_number(registers, instr))
      WARPLENS_DO(ClearLocal,
                  unit.clear_local(number, instr.a + (uint32_t{instr.b} << 16), flow.mask))

      WARPLENS_DO(Jump, jump_if(flow, instr, true))
      WARPLENS_DO(JumpIfNone, jump_if(flow, instr, flow.mask == 0))
      WARPLENS_DO(JumpIfAny, jump_if(flow, instr, flow.mask != 0))
      WARPLENS_DO(If, begin_if(flow, masks, instr, lanes_true(registers, instr.a)))
      WARPLENS_DO(Else, begin_else(flow, masks, instr))
      WARPLENS_DO(Join, flow.mask |= masks[instr.dst])
      WARPLENS_DO(Rejoin, flow.mask |= std::exchange(masks[instr.dst], 0))
      WARPLENS_DO(LoopTest, test_loop(flow, masks, instr, lanes_true(registers, instr.a)))
      WARPLENS_DO(Leave, masks[instr.dst] |= std::exchange(flow.mask, 0))
      WARPLENS_DO(Return, report_return(run, flow.mask), warp.ended |= std::exchange(flow.mask, 0))
      WARPLENS_DO(MaskClear, masks[instr.dst] = 0)
      WARPLENS_DO(MaskTake, masks[instr.dst] = std::exchange(flow.mask, 0))
      WARPLENS_DO(MaskCopy, masks[instr.dst] = masks[instr.a])
      WARPLENS_DO(MaskDrop, masks[instr.dst] &= ~lanes_true(registers, instr.a))
      WARPLENS_DO(MaskEnter, flow.mask |= masks[instr.dst] & lanes_true(registers, instr.a))
      WARPLENS_DO(Call, flow = enter_subroutine(run, number, flow))
      WARPLENS_DO(SubReturn, flow = leave_subroutine(run))

      WARPLENS_STOP(Barrier, flow.mask != 0, WarpStop::kBarrier, extra_work += kWorkOfBarrier,
                    report_barrier(run, flow.pc - 1, flow.mask))
      WARPLENS_STOP(BarrierVote, flow.mask != 0, WarpStop::kBarrier, extra_work += kWorkOfBarrier,
                    count_vote(run, flow.mask, lanes_nonzero(registers, instr.a)),
                    report_barrier(run, flow.pc - 1, flow.mask))
      WARPLENS_DO(BarrierResult, fill(registers, instr.dst, result_of(run.released, instr.imm)))
      WARPLENS_MEET(Shuffle32)
      WARPLENS_MEET(Shuffle64)
      WARPLENS_MEET(Vote)
      WARPLENS_MEET(MatchAny32)
      WARPLENS_MEET(MatchAny64)
      WARPLENS_MEET(MatchAll32)
      WARPLENS_MEET(MatchAll64)
      WARPLENS_MEET(Reduce)
      WARPLENS_MEET(TurnMatrix)
      WARPLENS_MEET(SyncWarp)
      WARPLENS_MEET(Mma, count_flops(flops_of(instr)),
                    extra_work += mma_work(code::mma_shape(instr)))
      WARPLENS_MEET(MmaF64, count_flops(flops_of(instr)),
                    extra_work += mma_work(code::mma_shape(instr)))
      WARPLENS_DO(Fence, report_fence(run, flow.mask, instr.imm))
      WARPLENS_DO(ActiveMask, fill(registers, instr.dst, flow.mask))

      WARPLENS_DO(CopyCommit, commit_copies(run, flow.pc - 1, flow.mask))
      WARPLENS_DO(CopyWait, wait_for_copies(run, registers, instr, flow.pc - 1, flow.mask))
      WARPLENS_DO(CopyWaitAll, wait_for_all_copies(run, flow.pc - 1, flow.mask))
      WARPLENS_DO(CopyArrive, arrive_with_copies(run, registers, instr, flow.pc - 1, flow.mask))
      WARPLENS_DO(BulkCommit, commit_bulk(run, flow.pc - 1, flow.mask))
      WARPLENS_DO(BulkWait, wait_for_bulk(run, registers, instr, flow.pc - 1, flow.mask))
      WARPLENS_DO(ProxyFence, report_proxy_fence(run, flow.pc - 1, flow.mask))

      WARPLENS_MBARRIER(Init)
      WARPLENS_MBARRIER(Invalidate)
      WARPLENS_MBARRIER(Arrive)
      WARPLENS_MBARRIER(Bytes)
      WARPLENS_MBARRIER(Test)
      WARPLENS_STOP(MbarrierWait, has_to_wait(run, instr, flow.mask, executed()),
                    instr.imm == 0 ? WarpStop::kMbarrier : WarpStop::kYield,
                    if (instr.imm == 0)++ left, --flow.pc)

      WARPLENS_DO(Clock32, fill(registers, instr.dst, static_cast<uint32_t>(cycles())))
      WARPLENS_DO(Clock64, fill(registers, instr.dst, cycles()))
      WARPLENS_DO(FrameBase, fill(registers, instr.dst, warp.frame_begin))
      WARPLENS_DO(Phase, report_phase(run, registers, instr, flow.mask))
      WARPLENS_DO(PhaseEnd, report_phase_end(run, instr))
      WARPLENS_DO(Print, report_print(run, registers, number, flow.mask))
      WARPLENS_STOP(Assert, (flow.mask & ~lanes_nonzero(registers, instr.a)) != 0, WarpStop::kTrap,
                    report_lanes(run, trace::LaneEvent::kAssertFailed, number,
                                 flow.mask & ~lanes_nonzero(registers, instr.a)))
      WARPLENS_STOP(Trap, flow.mask != 0, WarpStop::kTrap,
                    report_lanes(run, trace::LaneEvent::kTrap, number, flow.mask))
      WARPLENS_DO(HostCall, WL_ASSERT(false, "a kernel calls nothing of the host's"))
      WARPLENS_DO(Launch, WL_ASSERT(false, "a kernel launches nothing"))
      WARPLENS_STOP(End, true, WarpStop::kEnd, --flow.pc)
#undef WARPLENS_MBARRIER
#undef WARPLENS_MEET
#undef WARPLENS_STOP
#undef WARPLENS_DO
    }
    if (planned != nullptr) patterns.forget(*planned);
  }
}

template WarpStop run_warp<false>(WarpRun& run, uint64_t& budget);
template WarpStop run_warp<true>(WarpRun& run, uint64_t& budget);

}  // namespace warplens::machine
