// A block whose warps, or lanes, take turns as a schedule decides.
//
// Instructions work on all 32 lanes of a register and leave anything in those that are not active.
// A lane that progresses by itself therefore has the warp's registers alone while it runs; what it
// needs of them is put away when another lane goes on. A slot is the lane's word of a 32-bit
// register or the first of two of a 64-bit one, which is in other places: both are kept, and put
// back where they were.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/code/flops.hpp"
#include "sim/code/mma.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/machine/block.hpp"
#include "sim/machine/interpreter.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/mbarriers.hpp"
#include "sim/machine/warp_instructions.hpp"

namespace warplens::machine {

namespace {

constexpr uint8_t kNoLane = 0xff;
using Status = Fiber::Status;

// Calls visit(word of `registers`, word put away) for all that a lane has in `slots` slots.
template <class Visit>
void for_each_word(uint32_t slots, uint32_t lane, Visit visit) {
  const size_t end = size_t{slots} * kWarpSize;
  for (uint32_t slot = 0; slot < slots; ++slot) {
    const size_t start = size_t{slot} * kWarpSize;
    visit(start + lane, 3 * size_t{slot});
    const size_t wide = start + 2 * size_t{lane};
    if (wide + 1 >= end) continue;
    visit(wide, 3 * size_t{slot} + 1);
    visit(wide + 1, 3 * size_t{slot} + 2);
  }
}

bool is_shuffle(const code::Instr& instr) {
  return instr.op == code::Op::kShuffle32 || instr.op == code::Op::kShuffle64;
}

// The register that names the lanes that take part.
uint32_t members_slot(const code::Instr& instr) {
  return is_shuffle(instr) ? static_cast<uint32_t>(instr.imm) >> 8 : instr.b;
}

bool moves_matrices(const code::Instr& instr) {
  return code::info(instr.op).is_matrix;
}

// Whether all lanes of the warp take part, and no register names them.
bool is_for_all(const code::Instr& instr) {
  return moves_matrices(instr) || instr.op == code::Op::kTurnMatrix || code::is_mma(instr.op);
}

}  // namespace

void BlockRun::begin_fibers(bool are_lanes_independent, bool are_copies_late) {
  are_copies_late_ = are_copies_late;
  layout_ = std::make_shared<const SharedLayout>(shared_layout(*context_));
  waiting_ = ended_ = at_mbarriers_ = 0;
  woken_.clear();
  held_lane_.assign(are_lanes_independent ? warps_.size() : 0, kNoLane);
  fibers_.assign(are_lanes_independent ? context_->block.count() : warps_.size(), {});
  for (uint32_t fiber = 0; fiber < fibers_.size(); ++fiber) {
    wake(fiber);
    if (!are_lanes_independent) continue;
    WarpState& warp = warps_[warp_of(fiber)];
    Fiber& lane = fibers_[fiber];
    lane.mask = 1u << fiber % kWarpSize;
    lane.masks = warp.masks;
    lane.registers.assign(3 * size_t{context_->program->register_slots}, 0);
    for_each_word(context_->program->register_slots, fiber % kWarpSize,
                  [&](size_t word, size_t kept) { lane.registers[kept] = warp.registers[word]; });
    if (follow_origins_) lane.origins.assign(context_->program->register_slots, 0);
  }
}

void BlockRun::hold_lane(uint32_t index, uint32_t lane) {
  if (held_lane_[index] == lane) return;
  put_lane_away(index);
  WarpState& warp = warps_[index];
  Fiber& fiber = fibers_[index * kWarpSize + lane];
  warp.pc = fiber.pc;
  warp.mask = fiber.mask;
  warp.pending = fiber.pending;
  warp.bulk = fiber.bulk;
  warp.steps = fiber.steps;
  std::swap(warp.masks, fiber.masks);
  // What others left would reach words that state_of() compares.
  std::fill(warp.registers.begin(), warp.registers.end(), 0);
  for_each_word(context_->program->register_slots, lane,
                [&](size_t word, size_t kept) { warp.registers[word] = fiber.registers[kept]; });
  for (size_t slot = 0; slot < fiber.origins.size(); ++slot)
    warp.origins[slot * kWarpSize + lane] = fiber.origins[slot];
  held_lane_[index] = static_cast<uint8_t>(lane);
}

void BlockRun::put_lane_away(uint32_t index) {
  const uint8_t lane = std::exchange(held_lane_[index], kNoLane);
  if (lane == kNoLane) return;
  WarpState& warp = warps_[index];
  Fiber& fiber = fibers_[index * kWarpSize + lane];
  fiber.pc = warp.pc;
  fiber.mask = warp.mask;
  fiber.pending = warp.pending;
  fiber.bulk = warp.bulk;
  fiber.steps = warp.steps;
  std::swap(warp.masks, fiber.masks);
  for_each_word(context_->program->register_slots, lane,
                [&](size_t word, size_t kept) { fiber.registers[kept] = warp.registers[word]; });
  for (size_t slot = 0; slot < fiber.origins.size(); ++slot)
    fiber.origins[slot] = warp.origins[slot * kWarpSize + lane];
}

void BlockRun::wake(uint32_t fiber, Status status) {
  fibers_[fiber].status = status;
  fibers_[fiber].is_woken = true;
  woken_.push_back(fiber);
}

std::vector<uint32_t> BlockRun::take_woken() {
  for (const uint32_t fiber : woken_) fibers_[fiber].is_woken = false;
  return std::exchange(woken_, {});
}

WarpStop BlockRun::run_fiber(uint32_t fiber, GlobalMemory& memory, trace::Observer* observer,
                             uint64_t& budget, const UndoLogs& undo) {
  const uint32_t index = warp_of(fiber);
  if (are_lanes_independent()) hold_lane(index, fiber % kWarpSize);
  WarpRun run{*context_, *layout_, id_,       index,    warps_[index],
              shared_,   memory,   arriving_, released_};
  run.observer = observer;
  run.undo = undo.global;
  run.shared_undo = undo.shared;
  run.stop_before_access = true;
  run.may_execute_access = fibers_[fiber].status == Status::kAtAccess;
  run.stops_at_meeting = are_lanes_independent();
  run.copies = &copies_;
  run.are_copies_late = are_copies_late_;
  const WarpStop stop =
      follow_origins_ ? run_warp<true>(run, budget) : run_warp<false>(run, budget);
  const bool waits =
      stop == WarpStop::kBarrier || stop == WarpStop::kMbarrier || stop == WarpStop::kYield;
  const uint32_t lanes = are_lanes_independent() ? 1u << fiber % kWarpSize : ~0u;
  if (waits && !copies_.is_empty()) land_copies(run, lanes);
  if (stop == WarpStop::kEnd && !copies_.is_empty()) land_last_copies(run, lanes);
  return stop;
}

StopReason BlockRun::advance(uint32_t fiber, GlobalMemory& memory, trace::Observer* observer,
                             uint64_t& budget, const UndoLogs& undo) {
  if (is_at_access_of_all(fiber)) {
    meet(warp_of(fiber), lanes_at(fiber), memory, observer, undo);
    return StopReason::kStepLimit;
  }
  const WarpStop stop = run_fiber(fiber, memory, observer, budget, undo);
  const uint32_t index = warp_of(fiber);
  if (memory.is_full() || (!warps_[index].stack.empty() && bytes() > kMostBlockBytes))
    return StopReason::kMemory;
  switch (stop) {
    case WarpStop::kTrap:
      return StopReason::kTrapped;
    case WarpStop::kMemory:
      return StopReason::kMemory;
    case WarpStop::kBudget:
      fibers_[fiber].status = Status::kReady;
      break;
    case WarpStop::kAccess:
      fibers_[fiber].status = Status::kAtAccess;
      break;
    case WarpStop::kMeeting:
      fibers_[fiber].status = Status::kAtMeeting;
      try_meetings(index, memory, observer, undo);
      break;
    case WarpStop::kBarrier:
      fibers_[fiber].status = Status::kAtBarrier;
      ++waiting_;
      break;
    case WarpStop::kMbarrier:
    case WarpStop::kYield:
      fibers_[fiber].status = stop == WarpStop::kYield ? Status::kReady : Status::kAtMbarrier;
      fibers_[fiber].wait = warps_[index].wait;
      if (stop == WarpStop::kMbarrier) ++at_mbarriers_;
      break;
    case WarpStop::kEnd:
      end_fiber(fiber, observer);
      if (are_lanes_independent()) try_meetings(index, memory, observer, undo);
      break;
  }
  release_fibers(observer);
  wake_at_mbarriers();
  return StopReason::kStepLimit;
}

bool BlockRun::end_flights(GlobalMemory& memory, trace::Observer* observer, const UndoLogs& undo) {
  if (copies_.is_empty()) return false;
  for (uint32_t index = 0; index < warps_.size(); ++index) {
    WarpRun run{*context_, *layout_, id_,       index,    warps_[index],
                shared_,   memory,   arriving_, released_};
    run.observer = observer;
    run.undo = undo.global;
    run.shared_undo = undo.shared;
    run.copies = &copies_;
    land_copies(run, ~0u);
  }
  wake_at_mbarriers();
  return true;
}

// A lane waits for one phase; a warp for those of all its lanes, whose registers it has.
void BlockRun::wake_at_mbarriers() {
  for (uint32_t fiber = 0; fiber < fibers_.size() && at_mbarriers_ != 0; ++fiber) {
    Fiber& one = fibers_[fiber];
    if (one.status != Status::kAtMbarrier || !is_over(shared_, *layout_, *one.wait)) continue;
    if (!are_lanes_independent() && !may_pass(warps_[fiber], *layout_)) continue;
    --at_mbarriers_;
    wake(fiber);
  }
}

void BlockRun::end_fiber(uint32_t fiber, trace::Observer* observer) {
  fibers_[fiber].status = Status::kEnded;
  ++ended_;
  const uint32_t index = warp_of(fiber);
  WarpState& warp = warps_[index];
  if (are_lanes_independent()) {
    const uint32_t lane = 1u << fiber % kWarpSize;
    if ((warp.ended & lane) == 0 && observer != nullptr) observer->lanes_return(index, lane);
    warp.ended |= lane;
    if ((warp.ended & warp.present) != warp.present) return;
  }
  warp.status = WarpState::Status::kEnded;
  if (observer != nullptr) observer->warp_ends(index);
}

void BlockRun::release_fibers(trace::Observer* observer) {
  if (waiting_ == 0 || waiting_ + ended_ != fibers_.size()) return;
  waiting_ = 0;
  released_ = std::exchange(arriving_, {});
  if (observer != nullptr) observer->barrier_releases();
  for (uint32_t fiber = 0; fiber < fibers_.size(); ++fiber) {
    if (fibers_[fiber].status == Status::kAtBarrier) wake(fiber);
  }
}

uint32_t BlockRun::members_of(uint32_t fiber) const {
  const code::Instr& instr = context_->program->instrs[fibers_[fiber].pc];
  return is_for_all(instr) ? ~0u : fibers_[fiber].registers[3 * size_t{members_slot(instr)}];
}

// Whether it stands for all lanes that have met at an access which they make together.
bool BlockRun::is_at_access_of_all(uint32_t fiber) const {
  return are_lanes_independent() && fibers_[fiber].status == Status::kAtAccess &&
         moves_matrices(context_->program->instrs[pc_of(fiber)]);
}

// The lane, and those of its warp that wait where it is.
uint32_t BlockRun::lanes_at(uint32_t fiber) const {
  const uint32_t first = fiber - fiber % kWarpSize;
  uint32_t lanes = 1u << fiber % kWarpSize;
  for_each_lane(warps_[warp_of(fiber)].present, [&](uint32_t lane) {
    const Fiber& other = fibers_[first + lane];
    if (other.status == Status::kAtMeeting && other.pc == pc_of(fiber)) lanes |= 1u << lane;
  });
  return lanes;
}

// Lanes that name one another go on together: at one shuffle, vote, match or reduction, or at any
// __syncwarp(). Where what they do together is an access, the first of them waits for its turn.
void BlockRun::try_meetings(uint32_t index, GlobalMemory& memory, trace::Observer* observer,
                            const UndoLogs& undo) {
  put_lane_away(index);
  WarpState& warp = warps_[index];
  const auto instr_of = [&](uint32_t lane) -> const code::Instr& {
    return context_->program->instrs[fibers_[index * kWarpSize + lane].pc];
  };
  uint32_t waiting = 0;
  for_each_lane(warp.present, [&](uint32_t lane) {
    if (fibers_[index * kWarpSize + lane].status == Status::kAtMeeting) waiting |= 1u << lane;
  });
  for (uint32_t left = waiting; left != 0;) {
    const auto first = static_cast<uint32_t>(std::countr_zero(left));
    const uint32_t named = members_of(index * kWarpSize + first);
    uint32_t alike = 0;
    for_each_lane(waiting, [&](uint32_t lane) {
      const bool is_same_place =
          &instr_of(lane) == &instr_of(first) ||
          (instr_of(lane).op == code::Op::kSyncWarp && instr_of(first).op == code::Op::kSyncWarp);
      if (is_same_place && members_of(index * kWarpSize + lane) == named) alike |= 1u << lane;
    });
    // A lane that leaves itself out goes on with those that are there, as it may on a GPU.
    const uint32_t needed = (named | 1u << first) & warp.present & ~warp.ended;
    const uint32_t group = alike & (named | 1u << first);
    const bool is_access =
        moves_matrices(instr_of(first)) && rows_named(instr_of(first), group) != 0;
    if ((needed & ~alike) == 0 && is_access)
      wake(index * kWarpSize + first, Status::kAtAccess);
    else if ((needed & ~alike) == 0)
      meet(index, group, memory, observer, undo);
    left &= ~(group | 1u << first);
  }
}

void BlockRun::meet(uint32_t index, uint32_t lanes, GlobalMemory& memory, trace::Observer* observer,
                    const UndoLogs& undo) {
  put_lane_away(index);
  WarpState& warp = warps_[index];
  const code::Program& program = *context_->program;
  const auto fiber_of = [&](uint32_t lane) -> Fiber& { return fibers_[index * kWarpSize + lane]; };
  const code::Instr& instr =
      program.instrs[fiber_of(static_cast<uint32_t>(std::countr_zero(lanes))).pc];
  const code::RegisterUses uses = code::register_uses(program, instr);
  const auto put = [&](const code::RegisterUse& use, uint32_t lane) {
    const uint32_t* kept = fiber_of(lane).registers.data() + 3 * size_t{use.slot};
    if (use.width == 1) return lanes_of<uint32_t>(warp.registers.data(), use.slot).set(lane, *kept);
    lanes_of<uint64_t>(warp.registers.data(), use.slot)
        .set(lane, kept[1] | uint64_t{kept[2]} << 32);
  };
  for (const code::SlotRange& read : uses.reads) {
    code::for_each_value(read, [&](const code::RegisterUse& use) {
      for_each_lane(lanes, [&](uint32_t lane) {
        put(use, lane);
        if (!warp.origins.empty())
          warp.origins[size_t{use.slot} * kWarpSize + lane] = fiber_of(lane).origins[use.slot];
      });
    });
  }
  WarpRun run{*context_, *layout_, id_, index, warp, shared_, memory, arriving_, released_};
  run.observer = observer;
  run.undo = undo.global;
  run.shared_undo = undo.shared;
  if (!warp.origins.empty()) follow_registers(warp, warp.registers.data(), instr, lanes);
  if (moves_matrices(instr))
    move_matrices(run, instr, lanes);
  else
    execute_warp_function(run, instr, lanes);
  warp.flops += uint64_t{code::flops_of(instr)} * trace::lane_count(lanes);
  std::vector<uint64_t> results;
  std::vector<trace::Origin> origins;
  for (const code::SlotRange& write : uses.writes) {
    code::for_each_value(write, [&](const code::RegisterUse& use) {
      for_each_lane(lanes, [&](uint32_t lane) {
        results.push_back(read_lane(warp, use.slot, lane, 4u * use.width));
        if (!warp.origins.empty())
          origins.push_back(warp.origins[size_t{use.slot} * kWarpSize + lane]);
      });
    });
  }
  size_t next = 0;
  for (const code::SlotRange& write : uses.writes) {
    code::for_each_value(write, [&](const code::RegisterUse& use) {
      for_each_lane(lanes, [&](uint32_t lane) {
        hold_lane(index, lane);
        if (use.width == 1)
          lanes_of<uint32_t>(warp.registers.data(), use.slot)
              .set(lane, static_cast<uint32_t>(results[next]));
        else
          lanes_of<uint64_t>(warp.registers.data(), use.slot).set(lane, results[next]);
        if (!warp.origins.empty())
          warp.origins[size_t{use.slot} * kWarpSize + lane] = origins[next];
        ++next;
      });
    });
  }
  put_lane_away(index);
  for_each_lane(lanes, [&](uint32_t lane) {
    ++fiber_of(lane).pc;
    ++fiber_of(lane).steps;
    wake(index * kWarpSize + lane);
  });
}

uint32_t BlockRun::pc_of(uint32_t fiber) const {
  const bool is_held = !are_lanes_independent() || held_lane_[warp_of(fiber)] == fiber % kWarpSize;
  return is_held ? warps_[warp_of(fiber)].pc : fibers_[fiber].pc;
}

const MbarrierWait* BlockRun::wait_of(uint32_t fiber) const {
  const Fiber& one = fibers_[fiber];
  if (!one.wait) return nullptr;
  const uint32_t warp = warp_of(fiber);
  const bool is_held = !are_lanes_independent() || held_lane_[warp] == fiber % kWarpSize;
  const uint64_t steps = is_held ? warps_[warp].steps : one.steps;
  const bool is_latest =
      one.status == Status::kAtMbarrier || steps - one.wait->steps <= kLongestLoop;
  return is_latest ? &*one.wait : nullptr;
}

std::vector<uint32_t> BlockRun::state_of(uint32_t fiber) const {
  const WarpState& warp = warps_[warp_of(fiber)];
  const bool is_put_away =
      are_lanes_independent() && held_lane_[warp_of(fiber)] != fiber % kWarpSize;
  const Fiber& own = fibers_[fiber];
  std::vector<uint32_t> state{is_put_away ? own.pc : warp.pc, is_put_away ? own.mask : warp.mask,
                              is_put_away ? own.pending : warp.pending};
  const std::vector<uint32_t>& masks = is_put_away ? own.masks : warp.masks;
  state.insert(state.end(), masks.begin(), masks.end());
  state.push_back(copies_.begun());
  if (!are_lanes_independent()) {
    state.insert(state.end(), warp.registers.begin(), warp.registers.end());
    for (const std::byte byte : warp.local.held()) state.push_back(static_cast<uint32_t>(byte));
    return state;
  }
  const uint32_t lane = fiber % kWarpSize;
  for_each_word(context_->program->register_slots, lane, [&](size_t word, size_t kept) {
    state.push_back(is_put_away ? own.registers[kept] : warp.registers[word]);
  });
  for (uint32_t byte = 0; byte < warp.local.bytes(); ++byte)
    state.push_back(static_cast<uint32_t>(warp.local.at(lane, byte)));
  return state;
}

uint32_t BlockRun::pc_in(uint32_t index, uint32_t lane) const {
  return are_lanes_independent() ? pc_of(index * kWarpSize + lane) : warps_[index].pc;
}

bool BlockRun::has_ended(uint32_t index, uint32_t lane) const {
  if (warps_[index].status == WarpState::Status::kEnded) return true;
  return are_lanes_independent() && fibers_[index * kWarpSize + lane].status == Status::kEnded;
}

uint64_t BlockRun::read(uint32_t index, uint32_t slot, uint32_t lane, uint32_t bytes) const {
  if (!are_lanes_independent() || held_lane_[index] == lane)
    return read_lane(warps_[index], slot, lane, bytes);
  const uint32_t fiber = index * kWarpSize + lane;
  if (fiber >= fibers_.size()) return 0;
  const uint32_t* kept = fibers_[fiber].registers.data() + 3 * size_t{slot};
  if (bytes > 4) return kept[1] | uint64_t{kept[2]} << 32;
  return bytes == 4 ? *kept : *kept & ((1u << (8 * bytes)) - 1);
}

}  // namespace warplens::machine
