// Steps are found in the recording's index (trace::StepIndex).
#include "app/session/selection.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/scene/finding_step.hpp"
#include "app/scene/same_site.hpp"

namespace warplens::gui {

namespace {

using trace::AccessHead;
using trace::Recording;

bool is_of_thread(const AccessHead& head, uint32_t warp, uint32_t lane) {
  return head.warp == warp && (head.mask >> lane & 1u) != 0;
}

trace::StepFilter of_thread(uint32_t warp, uint32_t lane) {
  return {.warp = warp, .lanes = 1u << lane};
}

// The next step that counts, or none.
std::optional<uint32_t> next_step(const Recording& recording, const Selection& selection,
                                  uint32_t step, int delta) {
  return recording.steps().next(
      step, delta,
      selection.follow_thread ? of_thread(selection.warp, selection.lane) : trace::StepFilter{});
}

uint32_t line_of(const run::Run& run, uint32_t site) {
  return run.program->unit->file.line_of(run.program->sites[site].span.begin);
}

// Of two steps one after the other, whether both belong to one execution of a source line.
bool on_same_line(const run::Run& run, const AccessHead& a, const AccessHead& b) {
  const base::SourceFile& file = run.program->unit->file;
  const auto part_of = [&](const AccessHead& head) {
    return file.part_of(run.program->sites[head.site].span.begin);
  };
  return a.warp == b.warp && line_of(run, a.site) == line_of(run, b.site) &&
         part_of(a) == part_of(b) && run.program->sites[b.site].pc > run.program->sites[a.site].pc;
}

// A kernel without a loop around its barriers has one phase; there the intervals take the phases'
// place.
bool in_same_phase(const Recording& recording, const AccessHead& a, const AccessHead& b) {
  return recording.phases.size() > 1 ? a.phase == b.phase : a.interval == b.interval;
}

bool in_same_group(const run::Run& run, StepUnit unit, uint32_t first, uint32_t second) {
  const AccessHead& a = run.recording->heads[first];
  const AccessHead& b = run.recording->heads[second];
  switch (unit) {
    case StepUnit::kLine:
      return on_same_line(run, a, b);
    case StepUnit::kPhase:
      return in_same_phase(*run.recording, a, b);
    case StepUnit::kPass:
    case StepUnit::kAccess:
      break;
  }
  return false;
}

// Threads of the warp.
uint32_t lanes_of(const run::Run& run, uint32_t warp) {
  const uint64_t threads = run.context->block.count();
  const uint64_t before = uint64_t{warp} * trace::kWarpSize;
  return static_cast<uint32_t>(
      std::min<uint64_t>(trace::kWarpSize, threads > before ? threads - before : 1));
}

// How often the warp had made this access in this phase before the step.
uint32_t turn_of(const Recording& recording, uint32_t step) {
  const AccessHead& wanted = recording.heads[step];
  uint32_t turn = 0;
  for (const uint32_t earlier : recording.steps().at_site(wanted.site)) {
    if (earlier >= step) break;
    const AccessHead& head = recording.heads[earlier];
    turn += head.warp == wanted.warp && head.phase == wanted.phase ? 1 : 0;
  }
  return turn;
}

// The step of `site` whose warp, phase and turn are nearest to those wanted; none if the site made
// no access.
std::optional<uint32_t> nearest_step(const Recording& recording, uint32_t site, uint32_t warp,
                                     const trace::Phase& phase, uint32_t turn) {
  using Distance = std::tuple<bool, bool, uint32_t, uint32_t>;
  const auto apart = [](uint32_t a, uint32_t b) { return a > b ? a - b : b - a; };
  std::optional<uint32_t> best;
  Distance best_distance;
  std::vector<uint32_t> turns(size_t{recording.warps} * recording.phases.size(), 0);
  for (const uint32_t step : recording.steps().at_site(site)) {
    const AccessHead& head = recording.heads[step];
    const trace::Phase& here = recording.phases[head.phase];
    const uint32_t this_turn = turns[size_t{head.warp} * recording.phases.size() + head.phase]++;
    const Distance distance{head.warp != warp, here.loop != phase.loop,
                            apart(here.iteration, phase.iteration), apart(this_turn, turn)};
    if (!best || distance < best_distance) {
      best = step;
      best_distance = distance;
    }
  }
  return best;
}

bool touches(const trace::Access& access, uint32_t lane, uint64_t address) {
  return (access.mask >> lane & 1u) != 0 && address >= access.addresses[lane] &&
         address < access.addresses[lane] + access.bytes;
}

// The lane of the access that touches the address, the preferred one if it does.
std::optional<uint32_t> touching_lane(const trace::Access& access, uint64_t address,
                                      uint32_t preferred) {
  if (touches(access, preferred, address)) {
    return preferred;
  }
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if (touches(access, lane, address)) {
      return lane;
    }
  }
  return std::nullopt;
}

}  // namespace

WarpLane warp_lane_of(const launch::Dim3& block, const std::array<uint32_t, 3>& thread) {
  const uint32_t x = std::min(thread[0], block.x - 1);
  const uint32_t y = std::min(thread[1], block.y - 1);
  const uint32_t z = std::min(thread[2], block.z - 1);
  const uint32_t index = x + block.x * (y + block.y * z);
  return {index / trace::kWarpSize, index % trace::kWarpSize};
}

trace::BlockId clamp_block(trace::BlockId block, const launch::Dim3& grid) {
  const auto inside = [](uint32_t value, uint32_t extent) {
    return std::min(value, std::max(extent, 1u) - 1);
  };
  return {inside(block.x, grid.x), inside(block.y, grid.y), inside(block.z, grid.z)};
}

std::optional<uint32_t> step_from(const run::Run& run, const Selection& selection, int delta,
                                  StepUnit unit) {
  const Recording& recording = *run.recording;
  const auto next = [&](uint32_t step) { return next_step(recording, selection, step, delta); };
  uint32_t here = selection.step;
  std::optional<uint32_t> there = next(here);
  if (unit == StepUnit::kAccess || unit == StepUnit::kPass || !there) {
    return there;
  }
  if (delta > 0) {
    while (there && in_same_group(run, unit, here, *there)) {
      here = *there;
      there = next(here);
    }
    return there;
  }
  if (!in_same_group(run, unit, *there,
                     here)) {  // at the beginning of a group: on to the one before
    here = *there;
    there = next(here);
  }
  while (there && in_same_group(run, unit, *there, here)) {
    here = *there;
    there = next(here);
  }
  return here;
}

uint32_t passes_at(const run::Run& run, uint32_t step) {
  return (*run.costs)[step].paid;
}

std::optional<Selection> stepped(const run::Run& run, const Selection& selection, int delta,
                                 StepUnit unit,
                                 const std::function<uint32_t(uint32_t step)>& passes) {
  if (unit != StepUnit::kPass) {
    const std::optional<uint32_t> step = step_from(run, selection, delta, unit);
    return step ? std::optional(moved_to(run, selection, *step)) : std::nullopt;
  }
  const bool is_on = delta > 0;
  Selection moved = selection;
  if (is_on ? selection.pass < passes(selection.step) : selection.pass > 1) {
    moved.pass += is_on ? 1 : -1u;
    return moved;
  }
  const std::optional<uint32_t> step = step_from(run, selection, delta, unit);
  if (!step) return std::nullopt;
  moved = moved_to(run, selection, *step);
  moved.pass = is_on ? 1 : passes(*step);
  return moved;
}

Selection moved_to(const run::Run& run, Selection selection, uint32_t step) {
  selection.step = step;
  selection.pass = 0;
  if (!selection.follow_thread) {
    selection.warp = run.recording->heads[step].warp;
    selection.lane = std::min(selection.lane, lanes_of(run, selection.warp) - 1);
  }
  return selection;
}

Selection with_thread(const run::Run& run, Selection selection, uint32_t warp, uint32_t lane) {
  const Recording& recording = *run.recording;
  selection.warp = std::min(warp, recording.warps - 1);
  selection.lane = std::min(lane, lanes_of(run, selection.warp) - 1);
  const AccessHead& head = recording.heads[selection.step];
  if (head.warp == selection.warp) {
    return selection;
  }
  const auto step = nearest_step(recording, head.site, selection.warp, recording.phases[head.phase],
                                 turn_of(recording, selection.step));
  if (step && recording.heads[*step].warp == selection.warp) {
    selection.step = *step;
  }
  return selection;
}

std::optional<Selection> at_site(const run::Run& run, const Selection& selection, uint32_t site) {
  const Recording& recording = *run.recording;
  // Behind the selected step, and from the first one on.
  const auto next = [&](trace::StepFilter filter) {
    filter.site = site;
    const auto behind = recording.steps().next(selection.step, 1, filter);
    return behind ? behind : recording.steps().first(filter);
  };
  std::optional<uint32_t> step = next(of_thread(selection.warp, selection.lane));
  if (!step) step = next({.warp = selection.warp});
  if (!step) step = next({});
  return step ? std::optional(moved_to(run, selection, *step)) : std::nullopt;
}

std::optional<Selection> at_text(const run::Run& run, const Selection& selection, base::Span span) {
  const std::vector<code::AccessSite>& sites = run.program->sites;
  const auto distance = [&](uint32_t site) {
    const base::Span at = sites[site].span;
    const bool is_before = at.begin < span.begin;
    return std::tuple(!(at == span), is_before,
                      is_before ? span.begin - at.begin : at.begin - span.begin);
  };
  std::optional<uint32_t> nearest;
  for (uint32_t site = 0; site < sites.size(); ++site) {
    if (!run.recording->steps().first({.site = site})) continue;
    if (!nearest || distance(site) < distance(*nearest)) nearest = site;
  }
  return nearest ? at_site(run, selection, *nearest) : std::nullopt;
}

std::optional<Selection> at_line(const run::Run& run, const Selection& selection,
                                 const std::string& file, uint32_t line, trace::Space space,
                                 trace::Operation operation) {
  const uint32_t size = run.recording->size();
  std::optional<Selection> nearest;
  const auto distance = [&](const Selection& at) {
    return (at.step + size - selection.step - 1) % size;
  };
  for (const observe::AccessRow& row : run.accesses) {
    if (row.file != file || row.line != line || row.space != space || row.operation != operation) {
      continue;
    }
    for (const uint32_t site : row.sites) {
      const auto at = at_site(run, selection, site);
      if (at && (!nearest || distance(*at) < distance(*nearest))) {
        nearest = at;
      }
    }
  }
  return nearest;
}

std::optional<Selection> at_address(const run::Run& run, const scene::Backdrop& backdrop,
                                    const Selection& selection, trace::Space space,
                                    uint64_t address, uint32_t skipped, uint32_t count) {
  const Recording& recording = *run.recording;
  const auto place = scene::find_element(backdrop.arrays(), space, address);
  for (uint32_t i = skipped; i < skipped + count; ++i) {
    const uint32_t step = (selection.step + i) % recording.size();
    const AccessHead& head = recording.heads[step];
    if (head.space != space ||
        (place && !backdrop.may_touch(place->array, place->element, head.phase))) {
      continue;
    }
    if (const auto lane = touching_lane(recording.at(step), address, selection.lane)) {
      Selection result = selection;
      result.step = step;
      result.warp = recording.heads[step].warp;
      result.lane = *lane;
      return result;
    }
  }
  return std::nullopt;
}

namespace {

// The last access of the thread before the step, else the first one from there on.
std::optional<uint32_t> step_near(const Recording& recording, uint32_t step, WarpLane thread) {
  const trace::StepFilter own = of_thread(thread.warp, thread.lane);
  const auto before = recording.steps().next(step, -1, own);
  return before ? before : recording.steps().first(own);
}

// Before which step the recorded block printed the line, and the thread that did.
std::optional<std::pair<uint32_t, WarpLane>> place_of_print(const run::Run& run, size_t index) {
  size_t before = 0;  // lines of the block in front of this one
  for (size_t i = 0; i < index; ++i) {
    before += run.prints.lines[i].block == run.prints.lines[index].block ? 1 : 0;
  }
  for (const trace::Print& print : run.recording->prints) {
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if ((print.mask >> lane & 1u) != 0 && before-- == 0) {
        return std::pair(print.step, WarpLane{print.warp, lane});
      }
    }
  }
  return std::nullopt;
}

// The place of what happened to a lane, beside accesses.
base::Span span_of(const code::Program& program, const trace::LaneNote& note) {
  switch (note.event) {
    case trace::LaneEvent::kAssertFailed:
    case trace::LaneEvent::kTrap:
      return program.asserts[note.index].span;
    case trace::LaneEvent::kStackFull:
      return program.frames[program.subroutines[note.index].frame].call;
    case trace::LaneEvent::kMaskOmits:
    case trace::LaneEvent::kMaskNames:
    case trace::LaneEvent::kMissing:
    case trace::LaneEvent::kAbsentSource:
      return program.spans[note.index];
  }
  return {};
}

// Of what happens beside accesses, as in a shuffle: the last one of the thread, or else of its
// warp, before it in the text, or the warp's first.
std::optional<uint32_t> step_before_place(const run::Run& run, const observe::Finding& finding,
                                          WarpLane thread) {
  const Recording& recording = *run.recording;
  std::optional<uint32_t> first, of_warp, of_thread;
  for (const uint32_t step : recording.steps().of_warp(thread.warp)) {
    const AccessHead& head = recording.heads[step];
    if (!first) first = step;
    if (run.program->sites[head.site].span.begin > finding.span.begin) continue;
    of_warp = step;
    if (is_of_thread(head, thread.warp, thread.lane)) of_thread = step;
  }
  return of_thread ? of_thread : of_warp ? of_warp : first;
}

std::optional<uint32_t> step_of_finding(const run::Run& run, const observe::Finding& finding,
                                        WarpLane thread) {
  const Recording& recording = *run.recording;
  for (const trace::LaneNote& note : recording.notes) {
    if (note.warp == thread.warp && (note.mask >> thread.lane & 1u) != 0 &&
        span_of(*run.program, note) == finding.span) {
      if (const std::optional<uint32_t> near = step_near(recording, note.step, thread)) return near;
      break;  // it makes no access
    }
  }
  const bool is_outside = finding.kind == observe::FindingKind::kOutOfBounds;
  for (const uint32_t step : recording.steps().of_warp(thread.warp)) {
    const AccessHead& head = recording.heads[step];
    if (!is_of_thread(head, thread.warp, thread.lane) ||
        !(run.program->sites[head.site].span == finding.span)) {
      continue;
    }
    if (!is_outside || (recording.at(step).out_of_bounds >> thread.lane & 1u) != 0) return step;
  }
  return step_before_place(run, finding, thread);
}

}  // namespace

trace::BlockId block_of(const run::Run& run, const Event& event) {
  if (event.is_print) return run.prints.lines[event.index].block;
  const observe::Finding& finding = run.findings[event.index];
  return event.other && finding.other ? finding.other->block : finding.block;
}

std::optional<Selection> at_event(const run::Run& run, const Selection& selection,
                                  const Event& event) {
  const size_t count = event.is_print ? run.prints.lines.size() : run.findings.size();
  if (run.recording == nullptr || run.recording->size() == 0 || event.index >= count ||
      !(block_of(run, event) == run.recording->block)) {
    return std::nullopt;
  }
  Selection result = selection;
  std::optional<uint32_t> step;
  WarpLane thread;
  if (event.is_print) {
    const auto place = place_of_print(run, event.index);
    if (!place) return std::nullopt;
    thread = place->second;
    step = step_near(*run.recording, place->first, thread);
  } else {
    const observe::Finding& finding = run.findings[event.index];
    const bool is_other = event.other && finding.other;
    const uint32_t* index = is_other ? finding.other->thread : finding.thread;
    thread = warp_lane_of(run.context->block, {index[0], index[1], index[2]});
    step = scene::step_of(run, finding, is_other);
    if (!step) step = step_of_finding(run, finding, thread);
  }
  if (!step) return std::nullopt;
  result.step = *step;
  result.warp = thread.warp;
  result.lane = thread.lane;
  return result;
}

Selection opening_selection(const run::Run& run, const lessons::Opening& opening) {
  const Recording& recording = *run.recording;
  Selection selection;
  selection.block = recording.block;
  const WarpLane thread = warp_lane_of(run.context->block, opening.thread);
  selection.warp = thread.warp;
  selection.lane = thread.lane;
  uint32_t seen = 0;
  for (const uint32_t step : recording.steps().of_warp(thread.warp)) {
    if (is_of_thread(recording.heads[step], thread.warp, thread.lane)) {
      selection.step = step;
      if (seen++ == opening.access) {
        break;
      }
    }
  }
  return selection;
}

bool can_be_compared(const run::Run& before, const run::Run& now, bool are_lessons) {
  const bool is_same_file = before.request.file.name() == now.request.file.name();
  if (is_same_file && before.program->kernel->name == now.program->kernel->name) return true;
  if (!are_lessons) return false;
  const auto sizes = [](const run::Run& run) {
    std::multiset<uint64_t> bytes;
    for (const machine::ArrayShape& array : run.arrays) bytes.insert(array.bytes);
    return bytes;
  };
  return sizes(before) == sizes(now);
}

std::optional<uint32_t> same_access(const run::Run& before, uint32_t step, const run::Run& now) {
  if (step >= before.recording->size()) return std::nullopt;  // it has no access
  const AccessHead& head = before.recording->heads[step];
  const auto site = scene::same_site(*before.program, head.site, *now.program);
  if (!site) return std::nullopt;
  return nearest_step(*now.recording, *site, std::min(head.warp, now.recording->warps - 1),
                      before.recording->phases[head.phase], turn_of(*before.recording, step));
}

Place place_of(const run::Run& run, const Selection& selection) {
  Place place;
  place.block = selection.block;
  place.thread =
      trace::thread_at(selection.warp * trace::kWarpSize + selection.lane, run.context->block);
  place.step = selection.step;
  if (run.recording == nullptr || selection.step >= run.recording->size()) return place;
  const AccessHead& head = run.recording->heads[selection.step];
  place.program = run.program;
  place.site = head.site;
  place.phase = run.recording->phases[head.phase];
  place.turn = turn_of(*run.recording, selection.step);
  return place;
}

Selection nearest_to(const Place& place, const Selection& selection, const run::Run& now) {
  const Recording& recording = *now.recording;
  Selection result = selection;
  result.block = recording.block;
  const WarpLane thread = warp_lane_of(now.context->block, place.thread);
  result.warp = std::min(thread.warp, recording.warps - 1);
  result.lane = std::min(thread.lane, lanes_of(now, result.warp) - 1);
  std::optional<uint32_t> step;
  if (place.program != nullptr) {
    const auto site = scene::same_site(*place.program, place.site, *now.program);
    if (site) step = nearest_step(recording, *site, result.warp, place.phase, place.turn);
  }
  return moved_to(now, result, step.value_or(std::min(place.step, recording.size() - 1)));
}

Place moved_place(Place wanted, const Place& shown, const Place& now) {
  if (!(now.block == shown.block)) wanted.block = now.block;
  if (now.thread != shown.thread) wanted.thread = now.thread;
  const bool is_same_access = now.program == shown.program && now.step == shown.step;
  if (is_same_access) return wanted;
  const Place before = std::exchange(wanted, now);
  wanted.block = before.block;
  wanted.thread = before.thread;
  return wanted;
}

Selection at_moment(const run::Run& run, Selection selection, const whatif::FirstMoment& moment) {
  const bool is_here = run.recording != nullptr && run.recording->block == moment.block &&
                       moment.step < run.recording->size();
  if (!is_here) return selection;
  selection = moved_to(run, selection, moment.step);
  selection.warp = moment.warp;
  selection.lane = moment.lane;
  return selection;
}

}  // namespace warplens::gui
