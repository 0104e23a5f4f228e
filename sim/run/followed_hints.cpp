#include "sim/run/followed_hints.hpp"

#include <utility>

namespace warplens::run {

FollowedHints::FollowedHints(std::shared_ptr<const machine::GridContext> context,
                             machine::GlobalMemory memory, trace::BlockId block,
                             const observe::MemoryLayout& layout)
    : context_(std::move(context)),
      memory_(std::move(memory)),
      subject_{*context_->program, layout, block, context_->block_extents()},
      hints_(observe::instruction_hints(subject_)),
      accesses_(*this) {
  if (!hints_.empty()) again_.emplace(context_, memory_, block);
}

base::Progress FollowedHints::advance(base::Slice& slice) {
  if (!again_) return base::Progress::kDone;
  return again_->follow(left_, slice, [this] {
    const machine::WarpState& warp = again_->state();
    for (const auto& hint : hints_)
      hint->before({again_->warp(), warp.pc, warp.mask, warp.registers});
    again_->step(&accesses_);
  });
}

std::vector<observe::Finding> FollowedHints::findings() const {
  std::vector<observe::Finding> found;
  for (const auto& hint : hints_) hint->add_findings(found);
  return found;
}

}  // namespace warplens::run
