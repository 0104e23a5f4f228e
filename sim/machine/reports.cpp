#include "sim/machine/reports.hpp"

#include <bit>
#include <vector>

#include "sim/machine/access_values.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

void report_phase(const WarpRun& run, uint32_t* registers, const code::Instr& instr,
                  uint32_t mask) {
  if (run.observer == nullptr || mask == 0) return;
  const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
  int64_t value = 0;
  if (instr.b == 1) value = lanes_of<int32_t>(registers, instr.a)[lane];
  if (instr.b == 2) value = lanes_of<uint32_t>(registers, instr.a)[lane];
  if (instr.b == 3) value = lanes_of<int64_t>(registers, instr.a)[lane];
  run.observer->phase(run.warp_index, static_cast<uint32_t>(instr.imm), true, instr.b != 0, value);
}

void report_print(const WarpRun& run, uint32_t* registers, uint32_t index, uint32_t mask) {
  if (run.observer == nullptr || mask == 0) return;
  const code::PrintSite& print = run.context.program->prints[index];
  std::vector<LaneNumbers> arguments(print.arguments.size());
  for (size_t k = 0; k < arguments.size(); ++k) {
    const auto slot = static_cast<uint16_t>(print.arguments[k].slot);
    const bool is_wide = lang::size_of(print.arguments[k].type) == 8;
    for_each_lane(mask, [&](uint32_t lane) {
      arguments[k][lane] = is_wide ? lanes_of<uint64_t>(registers, slot)[lane]
                                   : lanes_of<uint32_t>(registers, slot)[lane];
    });
  }
  run.observer->prints(run.warp_index, index, mask, arguments);
}

void report_lanes(const WarpRun& run, trace::LaneEvent event, uint32_t index, uint32_t mask) {
  if (run.observer != nullptr) run.observer->lane_event(run.warp_index, event, index, mask);
}

void report_phase_end(const WarpRun& run, const code::Instr& instr) {
  if (run.observer != nullptr)
    run.observer->phase(run.warp_index, static_cast<uint32_t>(instr.imm), false, false, 0);
}

void report_barrier(const WarpRun& run, uint32_t pc, uint32_t mask) {
  if (run.observer != nullptr) run.observer->barrier_arrives(run.warp_index, pc, mask);
}

void report_return(const WarpRun& run, uint32_t mask) {
  if (run.observer != nullptr && mask != 0) run.observer->lanes_return(run.warp_index, mask);
}

void report_fence(const WarpRun& run, uint32_t mask, int32_t scope) {
  if (run.observer != nullptr && mask != 0)
    run.observer->fence(run.warp_index, static_cast<trace::FenceScope>(scope), mask);
}

}  // namespace warplens::machine
