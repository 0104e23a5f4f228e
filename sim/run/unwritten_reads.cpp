#include "sim/run/unwritten_reads.hpp"

#include <algorithm>
#include <utility>

#include "sim/machine/grid.hpp"
#include "sim/observe/unwritten/unwritten.hpp"
#include "sim/run/again.hpp"

namespace warplens::run {

namespace {

// Those at places where the blocks before have none.
void add_new(const std::vector<observe::Finding>& found, std::vector<observe::Finding>& all) {
  const auto before = static_cast<ptrdiff_t>(all.size());
  for (const observe::Finding& finding : found) {
    const bool is_known =
        std::any_of(all.begin(), all.begin() + before, [&](const observe::Finding& known) {
          return known.span == finding.span && known.file == finding.file &&
                 known.other.has_value() == finding.other.has_value() &&
                 (!known.other || known.other->span == finding.other->span);
        });
    if (!is_known) all.push_back(finding);
  }
}

}  // namespace

std::vector<observe::Finding> unwritten_reads(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const observe::MemoryLayout& layout, const std::vector<bool>& variables,
    const std::atomic<bool>* cancelled) {
  const code::Program& program = *context->program;
  if (!program.subroutines.empty()) return {};
  const trace::BlockId extent = context->block_extents();
  observe::Unwritten unwritten(context->program, context->shared_bytes, extent, block, variables);
  Again again(context, memory, block);
  for (uint64_t count = 0; count < kMostFollowed && again.goes_on(); ++count) {
    if (cancelled != nullptr && cancelled->load(std::memory_order_relaxed)) break;
    const machine::WarpState& state = again.state();
    const observe::WarpMoment now{again.warp(), state.pc,        state.mask, state.present,
                                  state.ended,  state.registers, state.masks};
    unwritten.before(now);
    again.step(&unwritten);
    unwritten.after(now);
  }
  return unwritten.findings(layout);
}

std::vector<observe::Finding> unwritten_in_blocks(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    std::vector<FollowedBlock> blocks, const observe::MemoryLayout& layout,
    const std::vector<bool>& variables, const std::atomic<bool>* cancelled) {
  std::sort(blocks.begin(), blocks.end(),
            [](const FollowedBlock& a, const FollowedBlock& b) { return a.index < b.index; });
  std::vector<observe::Finding> found;
  machine::GridOptions options;
  options.cancelled = cancelled;
  options.step_limit = kMostExecutedAgain;
  options.end_block = 0;
  bool is_reached = true;
  for (const FollowedBlock& next : blocks) {
    if (next.known) {
      add_new(*next.known, found);
      continue;
    }
    options.first_block = options.end_block;
    if (is_reached && options.first_block < next.index) {
      options.end_block = next.index;
      const machine::GridEnd end = machine::run_grid(context, memory, {}, options);
      is_reached = end.reason == machine::StopReason::kDone;
      options.step_limit -= std::min(options.step_limit, end.steps);
    }
    if (!is_reached) continue;
    add_new(unwritten_reads(context, memory, next.block, layout, variables, cancelled), found);
  }
  return found;
}

}  // namespace warplens::run
