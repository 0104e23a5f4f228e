// A thread block: its warps' first state, the default order in which they run, and the barrier.
#include "sim/machine/block.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/machine/avx2/warp_code.hpp"
#include "sim/machine/interpreter.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/launch_values.hpp"
#include "sim/machine/mbarriers.hpp"

namespace warplens::machine {

namespace {

// What all lanes of a parameter are is known from the start.
void hold_launch_values(const GridContext& context, const PatternPlan& plan, WarpState& warp) {
  warp.held.assign(context.program->register_slots, {});
  for_each_launch_value(context, [&](uint16_t slot, bool, uint64_t bits) {
    if (plan.begins_as_pattern[slot]) warp.held[slot] = {kUniform, true, bits};
  });
}

uint64_t bytes_of(const WarpState& warp) {
  return (warp.registers.size() + warp.masks.size()) * sizeof(uint32_t) + warp.local.size() +
         (warp.origins.size() + warp.local_origins.size()) * sizeof(trace::Origin) +
         warp.stack_bytes;
}

// The warp as it begins, but for its registers. What an earlier block's warp had in memory is used
// again, cleared: fresh pages for large local arrays would take ten times as long.
void begin_warp(const GridContext& context, uint32_t index, WarpState& warp) {
  const code::Program& program = *context.program;
  warp.status = WarpState::Status::kReady;
  warp.pc = warp.ended = warp.pending = 0;
  warp.steps = warp.flops = warp.extra_work = warp.steps_ahead = warp.stack_bytes = 0;
  warp.stop_ahead.reset();
  warp.wait.reset();
  warp.bulk = {};
  warp.mask = warp.present = context.lanes_present(index);
  warp.masks.assign(program.mask_registers, 0);
  warp.frame_begin = 0;
  warp.frame_end = program.local_bytes;
  warp.local.assign(program.local_bytes);
  warp.stack.clear();
  warp.held.clear();
  warp.scalars.clear();
  warp.origins.clear();
  warp.local_origins.clear();
}

// Its registers, all in lanes.
void fill_lanes(const GridContext& context, bool follow_origins, WarpState& warp) {
  const code::Program& program = *context.program;
  warp.registers.assign(size_t{program.register_slots} * kWarpSize, 0);
  if (follow_origins) {
    warp.origins.assign(warp.registers.size(), 0);
    warp.local_origins.assign((size_t{program.local_bytes} + 3) / 4 * kWarpSize, 0);
  }
  for_each_launch_value(context, [&](uint16_t slot, bool is_wide, uint64_t bits) {
    if (is_wide)
      fill(warp.registers.data(), slot, bits);
    else
      fill(warp.registers.data(), slot, static_cast<uint32_t>(bits));
  });
}

WarpState::Status status_behind(WarpStop stop) {
  switch (stop) {
    case WarpStop::kBarrier:
      return WarpState::Status::kAtBarrier;
    case WarpStop::kMbarrier:
      return WarpState::Status::kAtMbarrier;
    case WarpStop::kYield:
      return WarpState::Status::kYields;
    default:
      return WarpState::Status::kEnded;
  }
}

bool waits_at_mbarrier(const std::vector<WarpState>& warps) {
  return std::any_of(warps.begin(), warps.end(), [](const WarpState& warp) {
    return warp.status == WarpState::Status::kAtMbarrier;
  });
}

}  // namespace

uint64_t warp_bytes(const code::Program& program, bool follow_origins) {
  const uint64_t registers = uint64_t{program.register_slots} * kWarpSize;
  const uint64_t words = (uint64_t{program.local_bytes} + 3) / 4 * kWarpSize;
  return (registers + program.mask_registers) * sizeof(uint32_t) + words * sizeof(uint32_t) +
         (follow_origins ? (registers + words) * sizeof(trace::Origin) : 0);
}

BlockRun::BlockRun(std::shared_ptr<const GridContext> context, trace::BlockId id,
                   bool follow_origins, std::shared_ptr<const PatternPlan> plan,
                   const WarpCode* native)
    : context_(std::move(context)),
      follow_origins_(follow_origins),
      plan_(follow_origins ? nullptr : std::move(plan)) {
  WL_ASSERT(context_->shared_bytes >= context_->program->static_shared_bytes,
            "a block's shared memory holds its static arrays");
  WL_ASSERT(context_->constants.size() >= context_->program->constant_bytes,
            "a launch fills constant memory");
  warps_.resize(context_->warps_per_block());
  if (plan_ != nullptr) patterns_ = std::make_shared<Patterns>(context_->program->instrs.size());
  begin(id, native);
}

void BlockRun::begin(trace::BlockId id, const WarpCode* native) {
  id_ = id;
  native_ = native;
  if (native_ != nullptr && first_scalars_.empty()) first_scalars_ = scalars_of_launch(*context_);
  for (uint32_t i = 0; i < warps_.size(); ++i) {
    begin_warp(*context_, i, warps_[i]);
    if (native_ != nullptr) {
      begin_natively(*native_, *context_, first_scalars_, warps_[i]);
      continue;
    }
    fill_lanes(*context_, follow_origins_, warps_[i]);
    if (plan_ != nullptr) hold_launch_values(*context_, *plan_, warps_[i]);
  }
  shared_.assign(context_->shared_bytes, std::byte{0});
  copies_ = {};
  are_copies_late_ = false;
  arriving_ = released_ = {};
  current_warp_ = 0;
  is_trapped_ = is_out_of_memory_ = may_execute_access_ = false;
}

StopReason BlockRun::run(GlobalMemory& memory, trace::Observer* observer, uint64_t& budget,
                         bool stop_before_access, std::vector<UndoEntry>* undo,
                         ChunkMemory* chunk) {
  if (is_trapped_) return StopReason::kTrapped;
  if (is_out_of_memory_) return StopReason::kMemory;
  const SharedLayout layout = shared_layout(*context_);
  if (native_ != nullptr) {
    WL_ASSERT(!stop_before_access && undo == nullptr &&
                  (observer == nullptr || observer->hears_only_rare_events()),
              "nobody looks at a block that runs natively");
    // While a chunk runs, nobody changes the grid's memory; else pages are those of this call.
    const uint64_t round = chunk == nullptr ? 0 : chunk->round();
    if (round == 0 || round != pages_round_) pages_.assign(context_->program->sites.size(), {});
    pages_round_ = round;
  }
  for (;;) {
    for (; current_warp_ < warps_.size(); ++current_warp_) {
      WarpState& warp = warps_[current_warp_];
      if (warp.status != WarpState::Status::kReady) continue;
      WarpRun run{*context_,
                  layout,
                  id_,
                  current_warp_,
                  warp,
                  shared_,
                  memory,
                  arriving_,
                  released_,
                  observer,
                  undo,
                  stop_before_access,
                  may_execute_access_,
                  native_ == nullptr ? plan_.get() : nullptr,
                  native_ == nullptr ? patterns_.get() : nullptr,
                  chunk};
      run.copies = &copies_;
      const WarpStop stop = run_present(run, budget);
      may_execute_access_ = run.may_execute_access;
      if (memory.is_full() || (!warp.stack.empty() && bytes() > kMostBlockBytes)) {
        is_out_of_memory_ = true;
        return StopReason::kMemory;
      }
      if (stop == WarpStop::kBudget) return StopReason::kStepLimit;
      if (stop == WarpStop::kAccess) {
        may_execute_access_ = true;
        return StopReason::kAccess;
      }
      if (stop == WarpStop::kTrap) {
        is_trapped_ = true;
        return StopReason::kTrapped;
      }
      if (!copies_.is_empty()) land_copies(run, ~0u);
      warp.status = status_behind(stop);
      if (warp.status == WarpState::Status::kEnded && observer != nullptr)
        observer->warp_ends(current_warp_);
    }
    if (resume_waiting(layout)) continue;
    if (waits_at_mbarrier(warps_)) return StopReason::kDeadlock;
    if (!release_barrier(observer)) return StopReason::kDone;
  }
}

// Those whose phase has ended go on; if there are none, those that let others have a turn.
bool BlockRun::resume_waiting(const SharedLayout& layout) {
  using Status = WarpState::Status;
  bool any = false;
  for (WarpState& warp : warps_) {
    if (warp.status != Status::kAtMbarrier || !may_pass(warp, layout)) continue;
    warp.status = Status::kReady;
    any = true;
  }
  for (WarpState& warp : warps_) {
    if (any) break;
    if (warp.status == Status::kYields) warp.status = Status::kReady;
  }
  any = std::any_of(warps_.begin(), warps_.end(),
                    [](const WarpState& warp) { return warp.status == Status::kReady; });
  if (any) current_warp_ = 0;
  return any;
}

// What the wait reads was put into lanes when the warp came to it.
bool BlockRun::may_pass(WarpState& warp, const SharedLayout& layout) const {
  return !first_wait(shared_, layout, warp.registers.data(), context_->program->instrs[warp.pc],
                     warp.mask);
}

const MbarrierWait* BlockRun::wait_of_warp(uint32_t index) const {
  const WarpState& warp = warps_[index];
  const bool waits = warp.status == WarpState::Status::kAtMbarrier;
  const bool is_known = warp.wait && (waits || warp.steps - warp.wait->steps <= kLongestLoop);
  return is_known ? &*warp.wait : nullptr;
}

WarpStop BlockRun::run_present(WarpRun& run, uint64_t& budget) {
  if (follow_origins_) return run_warp<true>(run, budget);
  if (native_ == nullptr) return run_warp<false>(run, budget);
  return run_warp_natively(*native_, run, pages_, budget);
}

bool BlockRun::release_barrier(trace::Observer* observer) {
  bool any_waits = false;
  for (WarpState& warp : warps_) {
    if (warp.status != WarpState::Status::kAtBarrier) continue;
    warp.status = WarpState::Status::kReady;
    any_waits = true;
  }
  if (!any_waits) return false;
  released_ = std::exchange(arriving_, {});
  if (observer != nullptr) observer->barrier_releases();
  current_warp_ = 0;
  return true;
}

uint64_t read_lane(const WarpState& warp, uint32_t slot, uint32_t lane, uint32_t bytes) {
  WL_ASSERT(warp.held.empty(), "a warp that somebody looks at has its registers in lanes");
  const size_t start = size_t{slot} * kWarpSize;
  if (bytes <= 4) {
    const uint32_t word = warp.registers[start + lane];
    return bytes == 4 ? word : word & ((1u << (8 * bytes)) - 1);
  }
  // A 64-bit lane is in two neighbouring words, little end first.
  const uint64_t low = warp.registers[start + 2 * size_t{lane}];
  return low | uint64_t{warp.registers[start + 2 * size_t{lane} + 1]} << 32;
}

uint64_t BlockRun::flops() const {
  uint64_t sum = 0;
  for (const WarpState& warp : warps_) sum += warp.flops;
  return sum;
}

uint64_t BlockRun::extra_work() const {
  uint64_t sum = 0;
  for (const WarpState& warp : warps_) sum += warp.extra_work;
  return sum;
}

uint64_t BlockRun::bytes() const {
  uint64_t sum = 0;
  for (const WarpState& warp : warps_) sum += bytes_of(warp);
  return sum;
}

}  // namespace warplens::machine
