// A block's threads are forgotten when the next block begins; what they released stays.
#include "sim/observe/races/fence_order.hpp"

#include <bit>
#include <utility>

namespace warplens::observe {

namespace {

constexpr auto kBlock = static_cast<size_t>(trace::FenceScope::kBlock);
constexpr auto kDevice = static_cast<size_t>(trace::FenceScope::kDevice);

// An access of a thread, as clocks compare them: later ones are larger.
uint64_t moment(uint32_t interval, uint32_t step) {
  return uint64_t{interval} << 32 | step;
}

}  // namespace

FenceOrder::FenceOrder(uint64_t blocks, uint32_t warps_per_block, bool has_block_fences,
                       Limits limits)
    : blocks_(blocks),
      warps_(warps_per_block),
      has_block_fences_(has_block_fences),
      limits_(limits),
      clocks_(blocks + blocks * warps_per_block * trace::kWarpSize) {}

void FenceOrder::Block::forget_threads() {
  for (const uint32_t number : touched) threads[number] = {};
  touched.clear();
}

void FenceOrder::Block::clear() {
  forget_threads();
  all = {};
  mbarriers.clear();
}

void FenceOrder::forget() {
  flags_.clear();
  block_.clear();
  waiting_.clear();
  clocks_.clear();
  is_full_ = false;
}

void FenceOrder::put_away(uint32_t block) {
  waiting_.insert_or_assign(block, std::exchange(block_, {}));
}

void FenceOrder::take_up(uint32_t block) {
  const auto waiting = waiting_.find(block);
  if (waiting == waiting_.end()) return block_.clear();  // forgotten
  block_ = std::move(waiting->second);
  waiting_.erase(waiting);
}

FenceOrder::Thread& FenceOrder::thread(const ThreadMoment& now) {
  const uint32_t number = now.warp * trace::kWarpSize + now.lane;
  if (block_.threads.empty()) block_.threads.resize(size_t{warps_} * trace::kWarpSize);
  Thread& it = block_.threads[number];
  if (!it.is_touched) {
    it.is_touched = true;
    block_.touched.push_back(number);
  }
  return it;
}

uint64_t FenceOrder::key(uint32_t block, uint32_t warp, uint32_t lane) const {
  return blocks_ + (uint64_t{block} * warps_ + warp) * trace::kWarpSize + lane;
}

// A fence of any thread and the barrier behind it are taken for a fence of all: each thread's
// fence, a barrier, and one thread that sets the flag is a usual way to write it.
void FenceOrder::barrier(uint32_t interval) {
  if (!make_room()) return;
  Thread& all = block_.all;
  for (const uint32_t number : block_.touched) {
    const Thread& one = block_.threads[number];
    add(all.known, one.known);
    for (size_t scope = 0; scope < kScopes; ++scope) {
      add(all.pending[scope], one.pending[scope]);
      const Fence& fence = one.fences[scope];
      if (!fence.is_there) continue;
      Fence& of_all = all.fences[scope];
      add(of_all.known, fence.known);
      of_all.is_there = true;
      of_all.is_release_made = false;
      of_all.at = fence.at;
      of_all.at.interval = interval;
    }
  }
  block_.forget_threads();
}

void FenceOrder::fence(const ThreadMoment& now, trace::FenceScope scope) {
  if (!make_room()) return;
  Thread& it = thread(now);
  const Thread& all = block_.all;
  add(it.known, all.known);
  for (const size_t of : {kBlock, kDevice}) {
    if (of == kDevice && scope != trace::FenceScope::kDevice) continue;
    add(it.known, it.pending[of]);
    add(it.known, all.pending[of]);
    it.pending[of] = Clocks::kNothing;
  }
  it.fences[kBlock] = {true, now, it.known};
  if (scope == trace::FenceScope::kDevice) it.fences[kDevice] = it.fences[kBlock];
}

// What comes before a fence: all that the block did in earlier intervals, all that the thread did
// before it, and what it knew.
FenceOrder::Clock FenceOrder::release(Fence& fence, bool is_of_thread) {
  if (fence.is_release_made) return fence.release;
  const ThreadMoment& at = fence.at;
  fence.release = clocks_.raised(fence.known, key_of_block(at.block), at.interval);
  if (is_of_thread) {
    fence.release = clocks_.raised(fence.release, key(at.block, at.warp, at.lane),
                                   moment(at.interval, at.step));
  }
  fence.is_release_made = true;
  return fence.release;
}

void FenceOrder::store(const Flag& flag, Fence& own, Fence& of_all) {
  if (!own.is_there && !of_all.is_there) return;
  const Clock released = own.is_there ? release(own, true) : release(of_all, false);
  add(flags_[flag], released);
}

void FenceOrder::flag_stored(uint64_t address, const ThreadMoment& now) {
  if (!make_room()) return;
  Thread& it = thread(now);
  store({address, Flag::kDevice}, it.fences[kDevice], block_.all.fences[kDevice]);
  if (has_block_fences_) store({address, now.block}, it.fences[kBlock], block_.all.fences[kBlock]);
}

void FenceOrder::flag_loaded(uint64_t address, const ThreadMoment& now) {
  if (!make_room()) return;
  const auto note = [&](const Flag& flag, size_t scope) {
    const auto known = flags_.find(flag);
    if (known != flags_.end()) add(thread(now).pending[scope], known->second);
  };
  note({address, Flag::kDevice}, kDevice);
  if (has_block_fences_) note({address, now.block}, kBlock);
}

void FenceOrder::arrived(uint64_t address, const ThreadMoment& now) {
  if (!make_room()) return;
  Fence here{true, now, clocks_.join(thread(now).known, block_.all.known)};
  add(block_.mbarriers[address].arrived, release(here, true));
}

void FenceOrder::phase_ended(uint64_t address) {
  if (is_full_) return;
  Mbarrier& mbarrier = block_.mbarriers[address];
  mbarrier.ended = mbarrier.arrived;
}

void FenceOrder::waited(uint64_t address, const ThreadMoment& now) {
  if (!make_room()) return;
  const auto mbarrier = block_.mbarriers.find(address);
  if (mbarrier != block_.mbarriers.end()) add(thread(now).known, mbarrier->second.ended);
}

bool FenceOrder::covers(Clock known, const Party& before) const {
  if (known == Clocks::kNothing) return false;
  if (before.interval < clocks_.at(known, key_of_block(before.block))) return true;
  const auto lane = static_cast<uint32_t>(std::countr_zero(before.lanes));
  return moment(before.interval, before.step) <
         clocks_.at(known, key(before.block, before.warp, lane));
}

FenceRelation FenceOrder::relation(const Party& before, const ThreadMoment& now) const {
  const uint32_t number = now.warp * trace::kWarpSize + now.lane;
  const Thread* own = block_.threads.empty() ? nullptr : &block_.threads[number];
  const Thread& all = block_.all;
  if (covers(all.known, before)) return FenceRelation::kOrdered;
  if (own != nullptr && covers(own->known, before)) return FenceRelation::kOrdered;
  for (const size_t scope : {kBlock, kDevice}) {
    if (covers(all.pending[scope], before)) return FenceRelation::kLacksAcquire;
    if (own != nullptr && covers(own->pending[scope], before)) return FenceRelation::kLacksAcquire;
  }
  return FenceRelation::kNone;
}

void FenceOrder::add_clocks(const Thread& thread, std::vector<Clock>& held) const {
  held.push_back(thread.known);
  for (size_t scope = 0; scope < kScopes; ++scope) {
    held.push_back(thread.pending[scope]);
    held.push_back(thread.fences[scope].known);
    held.push_back(thread.fences[scope].release);
  }
}

void FenceOrder::add_clocks(const Block& block, std::vector<Clock>& held) const {
  add_clocks(block.all, held);
  for (const uint32_t number : block.touched) add_clocks(block.threads[number], held);
  for (const auto& [address, mbarrier] : block.mbarriers) {
    held.push_back(mbarrier.arrived);
    held.push_back(mbarrier.ended);
  }
}

// Between two steps, when all clocks that are held are known. False: there is no room.
bool FenceOrder::make_room() {
  if (is_full_) return false;
  if (clocks_.has_grown()) {
    std::vector<Clock> held;
    held.reserve(flags_.size());
    for (const auto& [flag, clock] : flags_) held.push_back(clock);
    add_clocks(block_, held);
    for (const auto& [index, block] : waiting_) add_clocks(block, held);
    clocks_.collect(held);
  }
  if (clocks_.bytes() + flags_.size() * kFlagBytes <= limits_.bytes &&
      clocks_.work() <= limits_.work) {
    return true;
  }
  forget();
  is_full_ = true;
  return false;
}

}  // namespace warplens::observe
