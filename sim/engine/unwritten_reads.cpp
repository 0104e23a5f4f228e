#include "sim/engine/unwritten_reads.hpp"

#include <utility>

#include "sim/check/unwritten.hpp"

namespace warplens::engine {

std::vector<analysis::Finding> unwritten_reads(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const analysis::MemoryLayout& layout,
    const std::vector<bool>& variables) {
  const code::Program& program = *context->program;
  if (!program.subroutines.empty()) return {};
  const trace::BlockId extent{context->block.x, context->block.y, context->block.z};
  check::Unwritten unwritten(context->program, context->shared_bytes, extent, block, variables);
  machine::BlockRun run(context, block, false);
  for (uint64_t count = 0; count < kMostFollowed; ++count) {
    const uint32_t warp = run.current_warp();
    const machine::WarpState& state = run.warps()[warp];
    const check::WarpMoment now{warp, state.pc, state.mask, state.registers, state.masks};
    unwritten.before(now);
    uint64_t budget = 1;
    const machine::StopReason reason = run.run(memory, &unwritten, budget, false);
    unwritten.after(now);
    if (reason != machine::StopReason::kStepLimit) break;
  }
  return unwritten.findings(layout);
}

}  // namespace warplens::engine
