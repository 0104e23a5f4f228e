// Lanes that have ended are not missed at a barrier, and a recording does not note when a lane
// ends. So a lane skips a barrier only if it does something behind it.
#include "app/scene/barrier_split.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>

#include "app/scene/words/sentence.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/source_location.hpp"

namespace warplens::scene {

using trace::BarrierWait;
using trace::kWarpSize;
using trace::Recording;

namespace {

uint32_t line_of(const run::Run& run, uint32_t pc) {
  const code::Program& program = *run.program;
  return observe::source_location(program, program.spans[pc], program.frames_of[pc]).line;
}

void add(std::vector<LanesAtLine>& to, uint32_t lanes, uint32_t line) {
  const auto same = std::find_if(to.begin(), to.end(),
                                 [&](const LanesAtLine& part) { return part.line == line; });
  if (same != to.end())
    same->lanes |= lanes;
  else
    to.push_back({lanes, line});
}

std::optional<uint32_t> next_access(const Recording& recording, uint32_t step) {
  return recording.steps().next(step, 1, {.warp = recording.heads[step].warp});
}

bool is_first_access(const Recording& recording, uint32_t step) {
  return recording.steps().of_warp(recording.heads[step].warp).front() == step;
}

}  // namespace

BarrierSplit next_barrier(const run::Run& run, uint32_t step) {
  const std::vector<BarrierWait>& waits = run.recording->waits;
  BarrierSplit next;
  next.warp = run.recording->heads[step].warp;
  const auto at = std::find_if(waits.begin(), waits.end(), [&](const BarrierWait& wait) {
    return wait.warp == next.warp && wait.step > step;
  });
  if (at != waits.end()) next.waiting.push_back({at->mask, line_of(run, at->pc)});
  return next;
}

UnevenBarriers::UnevenBarriers(const Recording& recording) {
  if (recording.waits.empty()) return;
  read_lanes(recording);
  const std::vector<BarrierWait>& waits = recording.waits;
  for (size_t begin = 0, end = 0; begin < waits.size(); begin = end) {
    while (end < waits.size() && waits[end].interval == waits[begin].interval) ++end;
    add_meeting(recording, begin, end);
  }
  std::sort(uneven_.begin(), uneven_.end(), [](const Uneven& a, const Uneven& b) {
    return std::tie(a.warp, a.interval) < std::tie(b.warp, b.interval);
  });
  seen_ = uneven_.empty() ? std::vector<LastSeen>() : std::move(seen_);
}

void UnevenBarriers::read_lanes(const Recording& recording) {
  seen_.resize(size_t{recording.warps} * kWarpSize);
  const auto for_lanes = [&](uint32_t warp, uint32_t mask, auto visit) {
    for (; mask != 0; mask &= mask - 1)
      visit(seen_[size_t{warp} * kWarpSize + static_cast<uint32_t>(std::countr_zero(mask))]);
  };
  // Backwards, so that each lane is visited once.
  std::vector<uint32_t> unseen(recording.warps, ~0u);
  for (uint32_t step = recording.size(); step-- > 0;) {
    const trace::AccessHead& head = recording.heads[step];
    for_lanes(head.warp, head.mask & unseen[head.warp], [&](LastSeen& seen) {
      seen = {head.interval + 1, 0, step};
    });
    unseen[head.warp] &= ~head.mask;
  }
  unseen.assign(recording.warps, ~0u);
  for (size_t i = recording.waits.size(); i-- > 0;) {
    const BarrierWait& wait = recording.waits[i];
    for_lanes(wait.warp, wait.mask & unseen[wait.warp], [&](LastSeen& seen) {
      seen.waiting = wait.interval + 1;
      seen.interval = std::max(seen.interval, seen.waiting);
    });
    unseen[wait.warp] &= ~wait.mask;
  }
}

uint32_t UnevenBarriers::skipping_lanes(const Uneven& uneven) const {
  if (uneven.lanes == ~0u) return 0;
  uint32_t lanes = 0;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const LastSeen& seen = seen_[size_t{uneven.warp} * kWarpSize + lane];
    const bool goes_on = uneven.kind == BarrierKind::kStuck
                             ? seen.interval > uneven.interval && seen.step >= uneven.arrival
                             : seen.interval > uneven.interval + 1;
    if (goes_on) lanes |= 1u << lane;
  }
  return lanes & ~uneven.lanes;
}

void UnevenBarriers::add_meeting(const Recording& recording, size_t begin, size_t end) {
  const std::vector<BarrierWait>& waits = recording.waits;
  const bool opens = waits[begin].interval < recording.releases.size();
  if (!opens && recording.is_cut) return;  // what comes next is not known
  std::vector<Uneven> warps;
  bool is_one_place = true;
  for (size_t i = begin; i < end; ++i) {
    is_one_place = is_one_place && waits[i].pc == waits[begin].pc;
    auto warp = std::find_if(warps.rbegin(), warps.rend(),
                             [&](const Uneven& one) { return one.warp == waits[i].warp; });
    if (warp != warps.rend())
      warp->lanes |= waits[i].mask;
    else
      warps.push_back({waits[i].warp, waits[i].interval, waits[i].step, waits[i].mask, begin, end,
                       opens ? BarrierKind::kEven : BarrierKind::kStuck});
  }
  for (Uneven& warp : warps) {
    const uint32_t skipping = skipping_lanes(warp);
    bool waits_later = false;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      waits_later |= (skipping >> lane & 1) != 0 &&
                     seen_[size_t{warp.warp} * kWarpSize + lane].waiting > warp.interval + 1;
    }
    if (opens && (!is_one_place || waits_later))
      warp.kind = BarrierKind::kError;
    else if (opens && skipping != 0)
      warp.kind = BarrierKind::kHint;
    if (warp.kind != BarrierKind::kEven) uneven_.push_back(warp);
  }
}

BarrierKind UnevenBarriers::kind_of(const BarrierWait& wait) const {
  const auto at = std::lower_bound(
      uneven_.begin(), uneven_.end(), wait, [](const Uneven& one, const BarrierWait& of) {
        return std::tie(one.warp, one.interval) < std::tie(of.warp, of.interval);
      });
  const bool is_there =
      at != uneven_.end() && at->warp == wait.warp && at->interval == wait.interval;
  return is_there ? at->kind : BarrierKind::kEven;
}

BarrierSplit UnevenBarriers::at(const run::Run& run, uint32_t step) const {
  const Recording& recording = *run.recording;
  const trace::AccessHead& head = recording.heads[step];
  auto one = std::lower_bound(uneven_.begin(), uneven_.end(), head.warp,
                              [](const Uneven& a, uint32_t warp) { return a.warp < warp; });
  if (one == uneven_.end() || one->warp != head.warp) return {};
  const std::optional<uint32_t> next = next_access(recording, step);
  const bool is_first = is_first_access(recording, step);
  for (; one != uneven_.end() && one->warp == head.warp; ++one) {
    if (one->kind == BarrierKind::kStuck && run.ending != run::Ending::kDeadlock) continue;
    const bool is_before = one->interval < head.interval;
    if (is_before ? is_first : !next || *next >= one->arrival) return split_at(run, *one);
  }
  return {};
}

BarrierSplit UnevenBarriers::split_at(const run::Run& run, const Uneven& uneven) const {
  const std::vector<BarrierWait>& waits = run.recording->waits;
  BarrierSplit split;
  split.warp = uneven.warp;
  split.kind = uneven.kind;
  uint32_t own_pc = 0;
  for (size_t i = uneven.begin; i < uneven.end; ++i) {
    if (waits[i].warp != uneven.warp) continue;
    own_pc = waits[i].pc;
    add(split.waiting, waits[i].mask, line_of(run, waits[i].pc));
  }
  for (size_t i = uneven.begin; i < uneven.end && split.other_line == 0; ++i) {
    if (waits[i].warp == uneven.warp || waits[i].pc == own_pc) continue;
    split.other_warp = waits[i].warp;
    split.other_line = line_of(run, waits[i].pc);
  }
  uint32_t skipping = skipping_lanes(uneven);
  for (size_t i = uneven.end; i < waits.size() && skipping != 0; ++i) {
    if (waits[i].warp != uneven.warp || (waits[i].mask & skipping) == 0) continue;
    add(split.skipping, waits[i].mask & skipping, line_of(run, waits[i].pc));
    skipping &= ~waits[i].mask;
  }
  if (skipping != 0) add(split.skipping, skipping, 0);
  return split;
}

std::string words(const BarrierSplit& split) {
  if (!split.is_error()) return "";
  const LanesAtLine& here = split.waiting.front();
  if (split.kind == BarrierKind::kStuck)
    return say("warp {warp} waits at the barrier in line {line}, which never opens",
               "warp"_a = split.warp, "line"_a = here.line);
  const auto elsewhere = [&](const LanesAtLine& there) {
    return say(
        "the barrier in line {line} holds {lanes} of warp {warp}, the one in line {other_line} "
        "{other_lanes}: every thread of the block has to reach the same one",
        "line"_a = here.line, "lanes"_a = lanes_text(here.lanes, false), "warp"_a = split.warp,
        "other_line"_a = there.line, "other_lanes"_a = lanes_text(there.lanes, false));
  };
  if (split.waiting.size() > 1) return elsewhere(split.waiting[1]);
  if (split.other_line != 0)
    return say(
        "warp {warp} waits at the barrier in line {line} while warp {other} waits at the one in "
        "line {other_line}: every thread of the block has to reach the same one",
        "warp"_a = split.warp, "line"_a = here.line, "other"_a = split.other_warp,
        "other_line"_a = split.other_line);
  const auto later = std::find_if(split.skipping.begin(), split.skipping.end(),
                                  [](const LanesAtLine& part) { return part.line != 0; });
  if (later == split.skipping.end()) return "";
  if (later->line != here.line) return elsewhere(*later);
  return say(
      "the barrier in line {line} holds {lanes} of warp {warp} now, and {other_lanes} later: the "
      "two wait for different things",
      "line"_a = here.line, "lanes"_a = lanes_text(here.lanes, false), "warp"_a = split.warp,
      "other_lanes"_a = lanes_text(later->lanes, false));
}

}  // namespace warplens::scene
