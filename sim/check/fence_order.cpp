// A block's threads are forgotten when the next block begins; what they released stays.
#include "sim/check/fence_order.hpp"

#include <algorithm>

namespace warplens::check {

void FenceOrder::add(Knowledge& to, const Knowledge& more) {
  for (const Seen& seen : more) {
    const auto known =
        std::find_if(to.begin(), to.end(), [&](const Seen& one) { return one.flag == seen.flag; });
    if (known == to.end()) {
      to.push_back(seen);
    } else {
      known->count = std::max(known->count, seen.count);
    }
  }
}

// A fence of any thread and the barrier behind it are taken for a fence of all: each thread's
// fence, a barrier, and one thread that sets the flag is a usual way to write it.
void FenceOrder::barrier(uint32_t interval) {
  for (auto& [number, thread] : block_.threads) {
    add(block_.all.known, thread.known);
    add(block_.all.pending, thread.pending);
    if (!thread.has_fence) continue;
    block_.all.has_fence = true;
    block_.all.fence.at = thread.fence.at;
    block_.all.fence.at.interval = interval;
    add(block_.all.fence.known, thread.fence.known);
  }
  block_.threads.clear();
}

void FenceOrder::fence(const ThreadMoment& now) {
  Thread& it = thread(now);
  add(it.known, it.pending);
  add(it.known, block_.all.pending);
  add(it.known, block_.all.known);
  it.pending.clear();
  it.has_fence = true;
  it.fence = {now, it.known};
}

void FenceOrder::flag_stored(uint64_t address, const ThreadMoment& now) {
  const auto it = block_.threads.find(now.warp * 32 + now.lane);
  const Thread* from =
      it != block_.threads.end() && it->second.has_fence ? &it->second : &block_.all;
  if (!from->has_fence) return;
  Flag& flag = flags_[address];
  flag.of_block[now.block].push_back(static_cast<uint32_t>(flag.releases.size()));
  flag.releases.push_back(from->fence);
}

void FenceOrder::flag_loaded(uint64_t address, const ThreadMoment& now) {
  const auto flag = flags_.find(address);
  if (flag == flags_.end()) return;
  add(thread(now).pending, {{address, static_cast<uint32_t>(flag->second.releases.size())}});
}

bool FenceOrder::is_released(const Seen& seen, const Party& before) const {
  const Flag& flag = flags_.at(seen.flag);
  const auto own = flag.of_block.find(before.block);
  if (own == flag.of_block.end()) return false;
  for (const uint32_t index : own->second) {
    if (index >= seen.count) return false;
    const ThreadMoment& at = flag.releases[index].at;
    if (before.interval < at.interval) return true;
    if (before.interval == at.interval && before.warp == at.warp && before.lanes == 1u << at.lane &&
        before.step < at.step) {
      return true;
    }
  }
  return false;
}

// Releases are looked at once, however many chains of flags lead to them.
bool FenceOrder::covers(const Knowledge& known, const Party& before) const {
  Knowledge to_do = known;
  std::unordered_map<uint64_t, uint32_t> done;  // releases of a flag that have been looked at
  while (!to_do.empty()) {
    const Seen seen = to_do.back();
    to_do.pop_back();
    uint32_t& begin = done[seen.flag];
    if (begin >= seen.count) continue;
    if (is_released(seen, before)) return true;
    const std::vector<Release>& releases = flags_.at(seen.flag).releases;
    for (uint32_t index = begin; index < seen.count; ++index)
      to_do.insert(to_do.end(), releases[index].known.begin(), releases[index].known.end());
    begin = seen.count;
  }
  return false;
}

FenceRelation FenceOrder::relation(const Party& before, const ThreadMoment& now) const {
  const auto it = block_.threads.find(now.warp * 32 + now.lane);
  if (covers(block_.all.known, before)) return FenceRelation::kOrdered;
  if (it != block_.threads.end() && covers(it->second.known, before))
    return FenceRelation::kOrdered;
  if (covers(block_.all.pending, before)) return FenceRelation::kLacksAcquire;
  if (it != block_.threads.end() && covers(it->second.pending, before))
    return FenceRelation::kLacksAcquire;
  return FenceRelation::kNone;
}

}  // namespace warplens::check
