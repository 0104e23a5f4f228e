// A column takes the most frequent state of its cycles, so that a long run fits into the window's
// width; the model itself goes cycle by cycle.
#include "app/scene/pages/hiding_scene.hpp"

#include <algorithm>
#include <array>

namespace warplens::scene {
namespace {

using model::WarpSpan;
using model::WarpState;
using StateCycles = std::array<uint64_t, model::kWarpStates>;

struct Columns {
  uint64_t first = 0, each = 1;  // [cycles]
  uint64_t count = 0;
};

Columns whole_run(const model::Hiding& hiding) {
  const uint64_t end = std::max<uint64_t>(hiding.cycles, 1);
  const uint64_t each = (end + kHidingColumns - 1) / kHidingColumns;
  return {0, each, (end + each - 1) / each};
}

// By column: the cycles that the warp is in each state.
std::vector<StateCycles> cycles_by_column(const std::vector<WarpSpan>& spans,
                                          const Columns& columns) {
  std::vector<StateCycles> cycles(columns.count);
  const uint64_t end = columns.first + columns.each * columns.count;
  auto span = std::partition_point(spans.begin(), spans.end(),
                                   [&](const WarpSpan& one) { return one.end <= columns.first; });
  for (; span != spans.end() && span->begin < end; ++span) {
    for (uint64_t at = std::max(span->begin, columns.first); at < std::min(span->end, end);) {
      const uint64_t column = (at - columns.first) / columns.each;
      const uint64_t to = std::min(span->end, columns.first + (column + 1) * columns.each);
      cycles[column][static_cast<size_t>(span->state)] += to - at;
      at = to;
    }
  }
  return cycles;
}

// From the first warp's arrival at a barrier until the block goes on, in the order of their ends.
std::vector<WarpSpan> barrier_waits(const model::Hiding& hiding, uint32_t block_warps) {
  std::vector<WarpSpan> all;
  for (size_t first = 0; first < hiding.spans.size(); first += block_warps) {
    std::vector<WarpSpan> waits;
    const size_t end = std::min<size_t>(hiding.spans.size(), first + block_warps);
    for (size_t warp = first; warp < end; ++warp)
      std::copy_if(hiding.spans[warp].begin(), hiding.spans[warp].end(), std::back_inserter(waits),
                   [](const WarpSpan& span) { return span.state == WarpState::kBarrier; });
    std::sort(waits.begin(), waits.end(),
              [](const WarpSpan& a, const WarpSpan& b) { return a.begin < b.begin; });
    const size_t before = all.size();
    for (const WarpSpan& wait : waits) {
      if (all.size() > before && wait.begin < all.back().end)
        all.back().end = std::max(all.back().end, wait.end);
      else
        all.push_back(wait);
    }
  }
  std::sort(all.begin(), all.end(),
            [](const WarpSpan& a, const WarpSpan& b) { return a.end < b.end; });
  return all;
}

// In the middle of the strip; of a wait that is longer than the strip, its end.
uint64_t stop_of(const WarpSpan& wait) {
  const uint64_t length = wait.end - wait.begin;
  if (length > kHidingColumns) return wait.end - kHidingColumns * 3 / 4;
  return wait.begin - std::min<uint64_t>(wait.begin, (kHidingColumns - length) / 2);
}

}  // namespace

HidingStrip hiding_strip(const model::Hiding& hiding, uint32_t schedulers, bool is_whole,
                         uint64_t first) {
  Columns columns = whole_run(hiding);
  if (!is_whole) {
    columns.first = std::min(first, last_first_cycle(hiding));
    columns.each = 1;
    columns.count = std::min<uint64_t>(kHidingColumns, std::max<uint64_t>(hiding.cycles, 1));
  }
  HidingStrip strip;
  strip.first = columns.first;
  strip.cycles_of_column = columns.each;
  std::vector<uint64_t> issues(columns.count);
  for (const std::vector<WarpSpan>& spans : hiding.spans) {
    std::vector<WarpState>& row = strip.rows.emplace_back();
    for (const StateCycles& cycles : cycles_by_column(spans, columns)) {
      issues[row.size()] += cycles[static_cast<size_t>(WarpState::kIssues)];
      const auto most = std::max_element(cycles.begin(), cycles.end());
      row.push_back(*most == 0 ? WarpState::kEnded : static_cast<WarpState>(most - cycles.begin()));
    }
  }
  const auto slots = static_cast<float>(schedulers * columns.each);
  for (const uint64_t count : issues)
    strip.busy.push_back(std::min(1.0f, static_cast<float>(count) / slots));
  return strip;
}

uint64_t last_first_cycle(const model::Hiding& hiding) {
  return hiding.cycles - std::min<uint64_t>(hiding.cycles, kHidingColumns);
}

HidingBarriers hiding_barriers(const model::Hiding& hiding, uint32_t block_warps) {
  HidingBarriers barriers;
  const Columns columns = whole_run(hiding);
  std::vector<uint64_t> waiting(columns.count);
  for (const std::vector<WarpSpan>& spans : hiding.spans) {
    const std::vector<StateCycles> cycles = cycles_by_column(spans, columns);
    for (size_t i = 0; i < cycles.size(); ++i)
      waiting[i] += cycles[i][static_cast<size_t>(WarpState::kBarrier)];
  }
  const auto all = static_cast<float>(columns.each * std::max<size_t>(hiding.spans.size(), 1));
  for (const uint64_t cycles : waiting)
    barriers.waiting.push_back(static_cast<float>(cycles) / all);
  for (const WarpSpan& wait : barrier_waits(hiding, block_warps)) {
    const bool is_in_sight =
        !barriers.stops.empty() && wait.end < barriers.stops.back() + kHidingColumns;
    if (!is_in_sight) barriers.stops.push_back(std::min(stop_of(wait), last_first_cycle(hiding)));
  }
  return barriers;
}

uint64_t next_barrier_stop(const HidingBarriers& barriers, uint64_t first) {
  if (barriers.stops.empty()) return first;
  const auto next = std::upper_bound(barriers.stops.begin(), barriers.stops.end(), first);
  return next == barriers.stops.end() ? barriers.stops.front() : *next;
}

}  // namespace warplens::scene
