#include "sim/trace/step_index.hpp"

#include <algorithm>
#include <bit>

#include "sim/trace/recording.hpp"

namespace warplens::trace {

bool StepFilter::takes(const AccessHead& head) const {
  return (!warp || head.warp == *warp) && (!site || head.site == *site) &&
         (head.mask & lanes) != 0 && (!space || head.space == *space) &&
         (!operation || head.operation == *operation);
}

template <class Number>
StepIndex::Sorted StepIndex::sorted(uint32_t numbers, Number number) const {
  Sorted all;
  all.begins.resize(size_t{numbers} + 1);
  for (const AccessHead& head : recording_.heads) ++all.begins[number(head) + size_t{1}];
  for (size_t i = 1; i < all.begins.size(); ++i) all.begins[i] += all.begins[i - 1];
  std::vector<uint32_t> at = all.begins;
  all.steps.resize(recording_.heads.size());
  for (uint32_t step = 0; step < recording_.size(); ++step)
    all.steps[at[number(recording_.heads[step])]++] = step;
  return all;
}

StepIndex::StepIndex(const Recording& recording) : recording_(recording) {
  uint32_t sites = 0, warps = 0;
  for (const AccessHead& head : recording.heads) {
    sites = std::max(sites, head.site + 1);
    warps = std::max(warps, head.warp + 1);
  }
  sites_ = sorted(sites, [](const AccessHead& head) { return head.site; });
  warps_ = sorted(warps, [](const AccessHead& head) { return head.warp; });
}

std::pair<uint32_t, uint32_t> StepIndex::in_interval(uint32_t interval) const {
  const std::vector<uint32_t>& releases = recording_.releases;
  const uint32_t begin = interval == 0                    ? 0
                         : interval - 1 < releases.size() ? releases[interval - 1]
                                                          : recording_.size();
  return {begin, interval < releases.size() ? releases[interval] : recording_.size()};
}

std::optional<uint32_t> StepIndex::next(uint32_t from, int direction,
                                        const StepFilter& filter) const {
  const auto takes = [&](uint32_t step) { return filter.takes(recording_.heads[step]); };
  if (!filter.site && !filter.warp) {
    for (int64_t step = int64_t{from} + direction; step >= 0 && step < int64_t{recording_.size()};
         step += direction)
      if (takes(static_cast<uint32_t>(step))) return static_cast<uint32_t>(step);
    return std::nullopt;
  }
  const std::span<const uint32_t> steps =
      filter.site ? at_site(*filter.site) : of_warp(*filter.warp);
  if (direction > 0) {
    for (auto at = std::upper_bound(steps.begin(), steps.end(), from); at != steps.end(); ++at)
      if (takes(*at)) return *at;
  } else {
    for (auto at = std::lower_bound(steps.begin(), steps.end(), from); at != steps.begin();)
      if (takes(*--at)) return *at;
  }
  return std::nullopt;
}

std::optional<uint32_t> StepIndex::first(const StepFilter& filter) const {
  if (recording_.size() == 0) return std::nullopt;
  return filter.takes(recording_.heads[0]) ? 0 : next(0, 1, filter);
}

std::vector<StepIndex::WindowTouch> StepIndex::read_window(Space space, uint64_t begin) const {
  std::vector<WindowTouch> found;
  for (uint32_t step = 0; step < recording_.size(); ++step) {
    const AccessHead& head = recording_.heads[step];
    const bool is_copy = head.operation == Operation::kCopy;  // its other side may be there
    if (head.space != space && !is_copy) continue;
    const Access access = recording_.at(step);
    const auto add = [&](const RecordedSide& side, Operation operation) {
      if (side.space != space) return;
      const uint32_t mask = side.mask & ~side.out_of_bounds;
      const auto add_lane = [&](uint32_t lane) {
        const uint64_t address = side.addresses[lane];
        if (address + side.bytes <= begin || address >= begin + kWindow) return;
        found.push_back({address, side.bytes, {step, static_cast<uint8_t>(lane), operation}});
      };
      if (operation == Operation::kStore) return for_each_storing_lane(mask, side.bytes, add_lane);
      for (uint32_t left = mask; left != 0; left &= left - 1)
        add_lane(static_cast<uint32_t>(std::countr_zero(left)));
    };
    if (access.source) add(*access.source, Operation::kLoad);
    add(access, is_copy ? Operation::kStore : access.operation);
  }
  return found;
}

std::vector<Touch> StepIndex::touches(Space space, uint64_t address) const {
  const uint64_t begin = address - address % kWindow;
  const std::lock_guard lock(mutex_);
  if (windows_.size() >= kMostWindows && !windows_.contains({space, begin})) windows_.clear();
  const auto [window, is_new] = windows_.try_emplace({space, begin});
  if (is_new) window->second = read_window(space, begin);
  std::vector<Touch> found;
  for (const WindowTouch& one : window->second)
    if (address - one.address < one.bytes) found.push_back(one.touch);
  return found;
}

std::optional<Touch> StepIndex::last_writer(Space space, uint64_t address, uint32_t before) const {
  std::optional<Touch> last;
  for (const Touch& touch : touches(space, address))
    if (touch.operation != Operation::kLoad && touch.step < before) last = touch;
  return last;
}

}  // namespace warplens::trace
