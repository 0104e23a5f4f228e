#include "sim/run/followed_hints.hpp"

#include <utility>

#include "sim/observe/hints/instruction_hint.hpp"
#include "sim/run/unwritten_reads.hpp"

namespace warplens::run {
namespace {

using Hints = std::vector<std::unique_ptr<observe::InstructionHint>>;

class Accesses : public trace::Observer {
 public:
  explicit Accesses(const Hints& hints) : hints_(hints) {}
  void access(const trace::WarpAccess& access) override {
    for (const auto& hint : hints_) hint->access(access);
  }

 private:
  const Hints& hints_;
};

}  // namespace

std::vector<observe::Finding> followed_hints(
    const std::shared_ptr<const machine::GridContext>& context, machine::GlobalMemory memory,
    trace::BlockId block, const observe::MemoryLayout& layout) {
  const trace::BlockId extent{context->block.x, context->block.y, context->block.z};
  const observe::FollowedBlock subject{*context->program, layout, block, extent};
  const Hints hints = observe::instruction_hints(subject);
  std::vector<observe::Finding> found;
  if (hints.empty()) return found;
  Accesses accesses(hints);
  machine::BlockRun run(context, block, false);
  for (uint64_t count = 0; count < kMostFollowed; ++count) {
    const uint32_t index = run.current_warp();
    const machine::WarpState& warp = run.warps()[index];
    for (const auto& hint : hints) hint->before({index, warp.pc, warp.mask, warp.registers});
    uint64_t budget = 1;
    if (run.run(memory, &accesses, budget, false) != machine::StopReason::kStepLimit) break;
  }
  for (const auto& hint : hints) hint->add_findings(found);
  return found;
}

}  // namespace warplens::run
