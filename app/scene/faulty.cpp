#include "app/scene/faulty.hpp"

#include <algorithm>

#include "app/scene/finding_step.hpp"

namespace warplens::scene {

namespace {

bool is_unwritten(const Moment& moment, trace::Space space, uint64_t address) {
  if (space != trace::Space::kShared) return false;
  for (const Grid& grid : moment.grids) {
    if (grid.space != space || grid.states.empty() || address < grid.base) continue;
    const uint64_t element = (address - grid.base) / grid.element_bytes;
    const uint64_t row = element / grid.columns, column = element % grid.columns;
    if (element < grid.count && grid.holds(row, column))
      return grid.states[grid.at(row, column)] == CellState::kUnwritten;
  }
  return false;
}

}  // namespace

uint32_t lanes_at_unwritten(const Moment& moment) {
  uint32_t lanes = 0;
  for (const Transfer& transfer : moment.transfers) {
    const bool has_cell = transfer.to_register || transfer.has_origin;
    if (has_cell && is_unwritten(moment, transfer.from_space, transfer.from_address))
      lanes |= 1u << transfer.lane;
  }
  return lanes;
}

namespace {

// Where the run reports that.
uint32_t unwritten_lanes(const run::Run& run, const Moment& moment) {
  const bool is_reported =
      std::any_of(run.findings.begin(), run.findings.end(), [&](const observe::Finding& finding) {
        return finding.kind == observe::FindingKind::kUnwrittenRead &&
               finding.is_at(moment.place.span);
      });
  return is_reported ? lanes_at_unwritten(moment) : 0;
}

// Steps of the interval that are compared with the access, at most; of more, those nearest to it.
constexpr uint32_t kMostCompared = 2048;

base::Span span_of(const code::Program& program, uint32_t site) {
  const code::AccessSite& place = program.sites[site];
  return observe::source_location(program, place.span, place.frame).span;
}

bool is_pair(const observe::Finding& finding, base::Span one, base::Span two) {
  const base::Span other = finding.other->span;
  return (finding.span == one && other == two) || (finding.span == two && other == one);
}

// Two lanes of these two warps can race in the way of the finding.
bool may_meet(const observe::Finding& finding, bool is_one_warp) {
  if (finding.kind == observe::FindingKind::kRaceInWarp) return is_one_warp;
  return finding.kind == observe::FindingKind::kLostUpdate || !is_one_warp;
}

// The lanes of `access` that touch a byte which a lane of `other`, another thread, touches too.
uint32_t meeting_lanes(const trace::Access& access, const trace::Access& other) {
  uint32_t lanes = 0;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((access.mask >> lane & 1) == 0) continue;
    const uint64_t begin = access.addresses[lane], end = begin + access.bytes;
    for (uint32_t there = 0; there < trace::kWarpSize; ++there) {
      if ((other.mask >> there & 1) == 0) continue;
      if (other.warp == access.warp && there == lane) continue;
      const uint64_t address = other.addresses[there];
      if (address < end && begin < address + other.bytes) lanes |= 1u << lane;
    }
  }
  return lanes;
}

// The lanes of the access that race in the way of the finding, which is about this block.
uint32_t lanes_like(const run::Run& run, const observe::Finding& finding,
                    const trace::Access& access) {
  const trace::Recording& recording = *run.recording;
  const base::Span here = span_of(*run.program, access.site);
  std::vector<uint8_t> is_partner(run.program->sites.size());
  for (uint32_t site = 0; site < is_partner.size(); ++site)
    is_partner[site] = is_pair(finding, here, span_of(*run.program, site)) ? 1 : 0;
  uint32_t lanes = 0, compared = 0;
  const auto compare = [&](uint32_t step) {
    const trace::AccessHead& head = recording.heads[step];
    if (head.space != access.space || is_partner[head.site] == 0) return;
    if (!may_meet(finding, head.warp == access.warp)) return;
    if (head.operation == trace::Operation::kLoad && access.operation == trace::Operation::kLoad)
      return;
    ++compared;
    lanes |= meeting_lanes(access, recording.at(step));
  };
  const auto is_done = [&] { return lanes == access.mask || compared >= kMostCompared; };
  const auto [begin, end] = recording.steps().in_interval(access.interval);
  for (uint32_t away = 0; away < end - begin && !is_done(); ++away) {
    if (access.step >= begin + away) compare(access.step - away);
    if (away > 0 && access.step + away < end) compare(access.step + away);
  }
  return lanes;
}

// The named thread of a finding at this very step.
uint32_t named_lanes(const run::Run& run, const observe::Finding& finding, const Moment& moment) {
  uint32_t lanes = 0;
  for (const bool other : {false, true}) {
    if (step_of(run, finding, other) != moment.step) continue;
    const uint32_t linear =
        thread_index(run.context->block, other ? finding.other->thread : finding.thread);
    if (linear / trace::kWarpSize == moment.access.warp) lanes |= 1u << linear % trace::kWarpSize;
  }
  return lanes & moment.access.mask;
}

}  // namespace

FaultyLanes faulty_lanes(const run::Run& run, const Moment& moment) {
  FaultyLanes faulty;
  faulty.unwritten = unwritten_lanes(run, moment);
  for (const observe::Finding& finding : run.findings) {
    if (!finding.is_race() || finding.severity != base::Severity::kError) continue;
    if (!finding.other || !finding.is_at(moment.place.span)) continue;
    faulty.named |= named_lanes(run, finding, moment);
    if (finding.block == run.recording->block && finding.other->block == finding.block)
      faulty.racing |= lanes_like(run, finding, moment.access);
  }
  faulty.racing |= faulty.named;
  return faulty;
}

}  // namespace warplens::scene
