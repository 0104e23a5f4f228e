// Native code where a block of instructions begins, the interpreter for the rest: instructions at
// which a warp stops, and the end of a budget.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/code/loops.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/program_facts.hpp"
#include "sim/machine/access.hpp"
#include "sim/machine/avx2/warp_code.hpp"
#include "sim/machine/builtins.hpp"
#include "sim/machine/instruction_work.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/launch_values.hpp"

namespace warplens::machine {

namespace {

// What the instruction reads is put where the interpreter finds it.
void put_into_lanes(const WarpCode& code, WarpState& warp) {
  size_t k = 0;
  for (const code::SlotRange& range : code.values().uses(warp.pc).reads) {
    code::for_each_value(range, [&](const code::RegisterUse& use) {
      if (!code.values().is_uniform(warp.pc, k++)) return;
      if (use.width == 2)
        fill(warp.registers.data(), use.slot, warp.scalars[use.slot]);
      else
        fill(warp.registers.data(), use.slot, static_cast<uint32_t>(warp.scalars[use.slot]));
    });
  }
}

using BlockIndices = std::array<uint32_t, static_cast<size_t>(lang::Builtin::kWarpSize) + 1>;

// By lang::Builtin; those of threads are the first one's.
BlockIndices block_indices(const WarpRun& run) {
  const launch::Dim3 &block = run.context.block, &grid = run.context.grid;
  const uint32_t* const threads =
      run.context.thread_indices.data() + size_t{3} * kWarpSize * run.warp_index;
  return {threads[0],
          threads[kWarpSize],
          threads[2 * kWarpSize],
          run.block.x,
          run.block.y,
          run.block.z,
          block.x,
          block.y,
          block.z,
          grid.x,
          grid.y,
          grid.z,
          kWarpSize};
}

// Nothing: the warp goes on.
std::optional<WarpStop> stop_of(NativeStop stop, WarpState& warp) {
  switch (stop) {
    case NativeStop::kBarrier:
      warp.extra_work += kWorkOfBarrier;
      return WarpStop::kBarrier;
    case NativeStop::kEnd:
      return WarpStop::kEnd;
    case NativeStop::kMemory:
      return WarpStop::kMemory;
    case NativeStop::kBudget:
    case NativeStop::kInterpret:
      break;
  }
  return std::nullopt;
}

}  // namespace

KernelCode::KernelCode(const code::Program& program, uint64_t native_after)
    : program_(program),
      native_after_(native_after),
      may_wait_(code::may_wait_for_others(program)),
      may_wait_for_lanes_(program.subroutines.empty() && code::waits_at_mbarriers(program)) {
  const code::LoopNest loops(program);
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc)
    if (loops.innermost(pc) != code::LoopNest::kNone && native_after_ != kNever) native_after_ = 0;
}

const WarpCode* KernelCode::of(const launch::Dim3& block) {
  if (steps_ < native_after_) return nullptr;
  const WarpShape shape{block.x % kWarpSize == 0, block.x * block.y % kWarpSize == 0};
  Made& made = by_shape_[(shape.has_one_y ? 1 : 0) + (shape.has_one_z ? 2 : 0)];
  std::call_once(made.once, [&] { made.code = translate_warp(program_, shape); });
  return made.code.get();
}

std::vector<uint32_t> thread_indices(const launch::Dim3& block) {
  const auto warps = static_cast<uint32_t>((block.count() + kWarpSize - 1) / kWarpSize);
  std::vector<uint32_t> indices;
  for (uint32_t warp = 0; warp < warps; ++warp) {
    for (uint32_t axis = 0; axis < 3; ++axis) {
      for (uint32_t thread = warp * kWarpSize; thread < (warp + 1) * kWarpSize; ++thread) {
        indices.push_back(axis == 0   ? thread % block.x
                          : axis == 1 ? thread / block.x % block.y
                                      : thread / block.x / block.y);
      }
    }
  }
  return indices;
}

const std::vector<uint32_t>& KernelCode::indices_of(const launch::Dim3& block) {
  if (block.x != indexed_.x || block.y != indexed_.y || block.z != indexed_.z || indices_.empty())
    indices_ = thread_indices(block);
  indexed_ = block;
  return indices_;
}

std::vector<uint64_t> scalars_of_launch(const GridContext& context) {
  std::vector<uint64_t> scalars(size_t{context.program->register_slots} + 1);
  for_each_launch_value(context, [&](uint16_t slot, bool, uint64_t bits) { scalars[slot] = bits; });
  return scalars;
}

void begin_natively(const WarpCode& code, const GridContext& context,
                    const std::vector<uint64_t>& scalars, WarpState& warp) {
  const code::Program& program = *context.program;
  warp.scalars = scalars;
  warp.registers.resize(size_t{program.register_slots} * kWarpSize);
  const std::vector<uint16_t>& lanes = code.values().read_first();
  if (lanes.empty()) return;
  // A value of two slots is named by the first.
  uint32_t* const registers = warp.registers.data();
  for (const uint16_t slot : lanes) {
    const size_t begin = size_t{slot} * kWarpSize;
    std::fill(registers + begin, registers + std::min(begin + 2 * kWarpSize, warp.registers.size()),
              0);
  }
  for_each_launch_value(context, [&](uint16_t slot, bool is_wide, uint64_t bits) {
    if (!std::binary_search(lanes.begin(), lanes.end(), slot)) return;
    if (is_wide)
      fill(registers, slot, bits);
    else
      fill(registers, slot, static_cast<uint32_t>(bits));
  });
}

// A block of instructions is executed whole: what it takes beyond the budget is paid by the next
// one, before the warp's stop is reported.
WarpStop run_warp_natively(const WarpCode& code, WarpRun& run, SitePages& pages, uint64_t& budget) {
  WarpState& warp = run.warp;
  const BlockIndices of_block = block_indices(run);
  RareAccess rare{run};
  for (;;) {
    const uint64_t paid = std::min(budget, warp.steps_ahead);
    warp.steps_ahead -= paid;
    budget -= paid;
    if (warp.steps_ahead == 0 && warp.stop_ahead)
      return static_cast<WarpStop>(*std::exchange(warp.stop_ahead, std::nullopt));
    if (budget == 0) return WarpStop::kBudget;
    NativeWarp native;
    native.registers = warp.registers.data();
    native.scalars = warp.scalars.data();
    native.masks = warp.masks.data();
    native.ended = &warp.ended;
    native.of_block = of_block.data();
    native.of_thread = run.context.thread_indices.data() + size_t{3} * kWarpSize * run.warp_index;
    native.shared = run.shared.data();
    native.shared_bytes = run.layout.gaps.empty() ? run.layout.limit : 0;
    native.local = warp.local.data();
    native.pages = pages.data();
    native.budget = native.left = static_cast<int64_t>(std::min<uint64_t>(budget, INT64_MAX));
    native.steps = warp.steps;
    native.mask = warp.mask;
    native.pc = warp.pc;
    native.run = &run;
    native.rare = &rare;
    const NativeStop stop = code.run(native);
    warp.mask = native.mask;
    warp.pc = native.pc;
    warp.flops += native.flops;
    warp.extra_work += native.extra_work;
    const auto steps = static_cast<uint64_t>(native.budget - native.left);
    warp.steps += steps;
    warp.steps_ahead = steps > budget ? steps - budget : 0;
    budget -= std::min(budget, steps);
    if (const std::optional<WarpStop> stopped = stop_of(stop, warp)) {
      warp.stop_ahead = static_cast<uint8_t>(*stopped);
    } else if (stop == NativeStop::kInterpret && budget > 0) {
      put_into_lanes(code, warp);
      uint64_t one = 1;
      const WarpStop interpreted = run_warp<false>(run, one);
      budget -= 1 - one;
      if (interpreted != WarpStop::kBudget) return interpreted;
    }
  }
}

}  // namespace warplens::machine
