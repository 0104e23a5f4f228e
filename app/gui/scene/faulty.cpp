#include "app/gui/scene/faulty.hpp"

#include <algorithm>

#include "app/gui/scene/finding_step.hpp"

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
uint32_t unwritten_lanes(const engine::Run& run, const Moment& moment) {
  const bool is_reported =
      std::any_of(run.findings.begin(), run.findings.end(), [&](const analysis::Finding& finding) {
        return finding.kind == "unwritten_read" && finding.is_at(moment.place.span);
      });
  return is_reported ? lanes_at_unwritten(moment) : 0;
}

uint32_t racing_lanes(const engine::Run& run, const Moment& moment) {
  const launch::Dim3& block = run.context->block;
  uint32_t lanes = 0;
  for (const analysis::Finding& finding : run.findings) {
    if (!finding.is_race() || finding.severity != base::Severity::kError) continue;
    for (const bool other : {false, true}) {
      if (step_of(run, finding, other) != moment.step) continue;
      const uint32_t* thread = other ? finding.other->thread : finding.thread;
      const uint32_t linear = thread[0] + block.x * (thread[1] + block.y * thread[2]);
      if (linear / trace::kWarpSize == moment.access.warp) lanes |= 1u << linear % trace::kWarpSize;
    }
  }
  return lanes & moment.access.mask;
}

}  // namespace

FaultyLanes faulty_lanes(const engine::Run& run, const Moment& moment) {
  return {unwritten_lanes(run, moment), racing_lanes(run, moment)};
}

}  // namespace warplens::scene
