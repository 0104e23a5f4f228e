#include "sim/machine/copies.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/base/assert.hpp"
#include "sim/machine/access_values.hpp"
#include "sim/machine/bulk_copies.hpp"
#include "sim/machine/interpreter.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/mbarriers.hpp"
#include "sim/machine/places.hpp"

namespace warplens::machine {

PendingCopy CopyQueue::next(uint32_t warp) const {
  PendingCopy copy;
  copy.number = begun_;
  copy.warp = warp;
  copy.groups = (warp < groups_.size() ? groups_[warp] : trace::CopyGroups{}).open();
  return copy;
}

void CopyQueue::add(const PendingCopy& copy) {
  ++begun_;
  if (copy.mask != 0) pending_.push_back(copy);
}

void CopyQueue::forget_arrived() {
  std::erase_if(pending_, [](const PendingCopy& copy) { return copy.mask == 0; });
  std::erase_if(stores_, [](const PendingStore& copy) { return copy.mask == 0; });
}

trace::CopyGroups& CopyQueue::groups_of(std::vector<trace::CopyGroups>& all, uint32_t warp) {
  if (all.size() <= warp) all.resize(size_t{warp} + 1);
  return all[warp];
}

namespace {

// Of the copy, what is to arrive where these lanes have to see theirs.
uint32_t due_of(const PendingCopy& copy, uint32_t lanes) {
  if (!copy.bulk) return copy.mask & lanes;
  return (lanes >> copy.bulk->lane & 1) != 0 ? copy.mask : 0;
}

// The bytes that are due are where they were to be copied from here on.
void land(WarpRun& run, PendingCopy& copy, uint32_t due) {
  if (due == 0) return;
  Places places(run);
  trace::for_each_storing_lane(due, copy.bytes, [&](uint32_t lane) {
    std::byte* const to = run.shared.data() + copy.targets[lane];
    places.note_undo(Space::kShared, copy.targets[lane], to, copy.bytes);
    std::memcpy(to, copy.data_of(lane), copy.bytes);
  });
  copy.mask &= ~due;
  if (run.observer != nullptr) run.observer->copy_arrives(copy.warp, copy.number, due);
  if (!copy.bulk) return;
  MbarrierNotice notice;
  notice.kind = trace::MbarrierStep::Kind::kComplete;
  notice.warp = copy.warp;
  notice.pc = copy.bulk->pc;
  notice.mask = 1u << copy.bulk->lane;
  notice.addresses[copy.bulk->lane] = copy.bulk->mbarrier;
  notice.copy = copy.number;
  notice.number = copy.bytes * trace::lane_count(due);
  notify_mbarriers(run, notice);
}

// Lanes of the copy that are to arrive at an mbarrier.
uint32_t handed_over(CopyQueue& queue, const PendingCopy& copy) {
  uint32_t lanes = 0;
  if (copy.bulk) return lanes;
  for (const PendingArrival& arrival : queue.arrivals())
    if (arrival.warp == copy.warp && copy.number < arrival.end) lanes |= arrival.mask;
  return lanes;
}

// Behind all that has landed.
void arrive(WarpRun& run) {
  CopyQueue& queue = *run.copies;
  queue.forget_arrived();
  for (PendingArrival& arrival : queue.arrivals()) {
    uint32_t due = arrival.mask;
    for (const PendingCopy& copy : queue.pending())
      if (!copy.bulk && copy.warp == arrival.warp && copy.number < arrival.end) due &= ~copy.mask;
    if (due == 0) continue;
    arrival.mask &= ~due;
    notify_mbarriers(run, {trace::MbarrierStep::Kind::kArrive, arrival.warp, arrival.pc, due,
                           arrival.addresses, 1});
  }
  std::erase_if(queue.arrivals(), [](const PendingArrival& arrival) { return arrival.mask == 0; });
}

uint16_t group_to_report(const PendingCopy& copy, uint32_t mask) {
  const uint32_t group = copy.groups[static_cast<uint32_t>(std::countr_zero(mask))];
  return static_cast<uint16_t>((group - 1) % 0xffff + 1);
}

}  // namespace

void begin_flight(WarpRun& run, const PendingCopy& copy) {
  CopyQueue& queue = *run.copies;
  if (queue.is_full()) {
    for (size_t i = 0; i < CopyQueue::kFirst; ++i) {
      PendingCopy& first = queue.pending()[i];
      land(run, first, first.mask);
    }
    arrive(run);
  }
  queue.add(copy);
}

void begin_copy(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t site,
                uint32_t mask) {
  WL_ASSERT(run.copies != nullptr, "a block's warps have its copies");
  CopyQueue& queue = *run.copies;
  const auto pointers = lanes_of<uint64_t>(registers, instr.a);
  const auto targets = lanes_of<uint32_t>(registers, instr.b);
  const auto wanted = lanes_of<uint32_t>(registers, instr.c);
  PendingCopy copy = queue.next(run.warp_index);
  copy.bytes = run.context.program->sites[site].bytes;
  LaneNumbers from{}, to{}, low{}, high{};
  trace::Side source;
  uint32_t outside = 0;
  Places places(run);
  for_each_lane(mask, [&](uint32_t lane) {
    const uint32_t bytes = std::min<uint32_t>(wanted[lane], copy.bytes);
    std::byte* const data = copy.data_of(lane);
    from[lane] = pointers[lane];
    to[lane] = copy.targets[lane] = targets[lane];
    if (bytes != 0) {
      source.mask |= 1u << lane;
      const std::byte* const bytes_there = places.locate_to_read(Space::kGlobal, from[lane], bytes);
      if (bytes_there == nullptr)
        source.out_of_bounds |= 1u << lane;
      else
        std::memcpy(data, bytes_there, bytes);
    }
    low[lane] = bytes_to<uint64_t>(data);
    high[lane] = bytes_to<uint64_t>(data + 8);
    const bool is_inside = places.locate(Space::kShared, to[lane], copy.bytes) != nullptr;
    (is_inside ? copy.mask : outside) |= 1u << lane;
  });
  begin_flight(run, copy);

  trace::Observer* const hearer =
      run.observer == nullptr ? nullptr : run.observer->hearer_of_accesses();
  const bool is_stray = (outside | source.out_of_bounds) != 0;
  if (run.observer == nullptr || (hearer == nullptr && !is_stray)) return;
  trace::WarpAccess access;
  access.warp = run.warp_index;
  access.site = site;
  access.space = Space::kShared;
  access.operation = trace::Operation::kCopy;
  access.bytes = copy.bytes;
  access.mask = mask;
  access.out_of_bounds = outside;
  access.addresses = &to;
  access.group = group_to_report(copy, mask);
  source.space = Space::kGlobal;
  source.bytes = copy.bytes;
  source.addresses = &from;
  if (source.mask != 0) access.source = &source;
  const bool is_followed = !run.warp.origins.empty();
  if (is_followed || (hearer != nullptr && hearer->wants_stored_values())) {
    access.values = &low;
    if (copy.bytes == 16) access.high_values = &high;
  }
  if (is_followed) access.origins = &from;
  if (hearer == nullptr) return run.observer->stray(access);
  hearer->access(access);
}

void commit_copies(WarpRun& run, uint32_t pc, uint32_t mask) {
  if (mask == 0) return;
  run.copies->groups(run.warp_index).commit(mask);
  if (run.observer != nullptr) run.observer->copies_commit(run.warp_index, pc, mask);
}

namespace {

// What the wait covers arrives; where copies are not late, all that its lanes copy.
void end_wait(WarpRun& run, uint32_t pc, const trace::CopyWait& wait) {
  trace::CopyGroups& groups = run.copies->groups(run.warp_index);
  if (wait.is_all) groups.commit(wait.mask);
  for (PendingCopy& copy : run.copies->pending()) {
    if (copy.warp != run.warp_index) continue;
    uint32_t due = run.are_copies_late ? handed_over(*run.copies, copy) : ~0u;
    for_each_lane(copy.bulk ? 0 : copy.mask & wait.mask, [&](uint32_t lane) {
      if (copy.groups[lane] <= groups.done(lane, wait.newest[lane])) due |= 1u << lane;
    });
    land(run, copy, due_of(copy, due & wait.mask));
  }
  arrive(run);
  if (run.observer != nullptr) run.observer->copies_wait(run.warp_index, pc, wait);
}

}  // namespace

void wait_for_copies(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t pc,
                     uint32_t mask) {
  if (mask == 0) return;
  trace::CopyWait wait;
  wait.mask = mask;
  const auto newest = lanes_of<uint32_t>(registers, instr.a);
  for_each_lane(mask, [&](uint32_t lane) { wait.newest[lane] = newest[lane]; });
  end_wait(run, pc, wait);
}

void wait_for_all_copies(WarpRun& run, uint32_t pc, uint32_t mask) {
  if (mask == 0) return;
  trace::CopyWait wait;
  wait.mask = mask;
  wait.is_all = true;
  end_wait(run, pc, wait);
}

void arrive_with_copies(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t pc,
                        uint32_t mask) {
  if (mask == 0) return;
  PendingArrival arrival{run.warp_index, pc, mask, run.copies->begun(), {}};
  const auto addresses = lanes_of<uint32_t>(registers, instr.a);
  for_each_lane(mask, [&](uint32_t lane) { arrival.addresses[lane] = addresses[lane]; });
  if (instr.imm == 0)
    notify_mbarriers(
        run, {trace::MbarrierStep::Kind::kPend, run.warp_index, pc, mask, arrival.addresses, 1});
  run.copies->arrivals().push_back(arrival);
  if (run.observer != nullptr) run.observer->copies_hand_over(run.warp_index, pc, mask);
  arrive(run);
}

void land_copies(WarpRun& run, uint32_t lanes) {
  for (PendingCopy& copy : run.copies->pending()) {
    if (copy.warp != run.warp_index) continue;
    const uint32_t due = run.are_copies_late ? lanes & handed_over(*run.copies, copy) : lanes;
    land(run, copy, due_of(copy, due));
  }
  arrive(run);
}

void land_last_copies(WarpRun& run, uint32_t lanes) {
  for (PendingCopy& copy : run.copies->pending())
    if (copy.warp == run.warp_index) land(run, copy, due_of(copy, lanes));
  for (PendingStore& copy : run.copies->stores())
    if (copy.warp == run.warp_index && (lanes >> copy.lane & 1) != 0) execute_store(run, copy);
  arrive(run);
}

}  // namespace warplens::machine
