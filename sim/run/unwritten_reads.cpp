#include "sim/run/unwritten_reads.hpp"

#include <algorithm>
#include <utility>

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

UnwrittenReads::UnwrittenReads(std::shared_ptr<const machine::GridContext> context,
                               machine::GlobalMemory memory, trace::BlockId block,
                               const std::vector<bool>& variables)
    : memory_(std::move(memory)),
      unwritten_(context->program, context->shared_bytes, context->block_extents(), block,
                 variables) {
  if (context->program->subroutines.empty()) again_.emplace(std::move(context), memory_, block);
}

base::Progress UnwrittenReads::advance(base::Slice& slice) {
  if (!again_) return base::Progress::kDone;
  return again_->follow(left_, slice, [this] { step(); });
}

void UnwrittenReads::step() {
  const machine::WarpState& state = again_->state();
  const observe::WarpMoment now{again_->warp(), state.pc,        state.mask, state.present,
                                state.ended,    state.registers, state.masks};
  unwritten_.before(now);
  again_->step(&unwritten_);
  unwritten_.after(now);
}

std::vector<observe::Finding> UnwrittenReads::findings(const observe::MemoryLayout& layout) const {
  if (!again_) return {};
  return unwritten_.findings(layout);
}

UnwrittenInBlocks::UnwrittenInBlocks(std::shared_ptr<const machine::GridContext> context,
                                     machine::GlobalMemory memory,
                                     std::vector<FollowedBlock> blocks,
                                     const observe::MemoryLayout& layout,
                                     std::vector<bool> variables)
    : context_(std::move(context)),
      memory_(std::move(memory)),
      blocks_(std::move(blocks)),
      layout_(layout),
      variables_(std::move(variables)) {
  std::sort(blocks_.begin(), blocks_.end(),
            [](const FollowedBlock& a, const FollowedBlock& b) { return a.index < b.index; });
  options_.step_limit = kMostExecutedAgain;
  options_.end_block = 0;
}

base::Progress UnwrittenInBlocks::advance(base::Slice& slice) {
  for (; next_ < blocks_.size(); ++next_) {
    const FollowedBlock& block = blocks_[next_];
    if (block.known) {
      add_new(*block.known, found_);
      continue;
    }
    if (reach(block.index, slice) == base::Progress::kMore) return base::Progress::kMore;
    if (is_reached_ && follow(block, slice) == base::Progress::kMore) return base::Progress::kMore;
  }
  return base::Progress::kDone;
}

// Executes the blocks before it.
base::Progress UnwrittenInBlocks::reach(uint64_t block, base::Slice& slice) {
  if (between_ == nullptr) {
    if (!is_reached_ || options_.end_block >= block) return base::Progress::kDone;
    options_.first_block = options_.end_block;
    options_.end_block = block;
    between_ = machine::begin_grid(context_, memory_, nullptr, options_);
  }
  if (between_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
  const machine::GridEnd& end = between_->end();
  is_reached_ = end.reason == machine::StopReason::kDone;
  options_.step_limit -= std::min(options_.step_limit, end.steps);
  between_.reset();
  return base::Progress::kDone;
}

base::Progress UnwrittenInBlocks::follow(const FollowedBlock& block, base::Slice& slice) {
  if (reads_ == nullptr)
    reads_ = std::make_unique<UnwrittenReads>(context_, memory_, block.block, variables_);
  if (reads_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
  add_new(reads_->findings(layout_), found_);
  reads_.reset();
  return base::Progress::kDone;
}

}  // namespace warplens::run
