#include "sim/whatif/follow_divergence.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/run/block_again.hpp"

namespace warplens::whatif {

namespace {

// Accesses of the block, as a recording numbers them.
class AccessCount : public trace::Observer {
 public:
  void access(const trace::WarpAccess&) override { ++count; }
  uint32_t count = 0;
};

}  // namespace

observe::LaneSlots Divergence::slots() const {
  observe::LaneSlots sum;
  for (const observe::WarpDivergence& warp : warps) sum.add(warp.slots);
  return sum;
}

std::vector<uint32_t> Divergence::parting_warps() const {
  std::vector<uint32_t> parting;
  for (uint32_t i = 0; i < warps.size(); ++i) {
    if (std::any_of(warps[i].forks.begin(), warps[i].forks.end(),
                    [](const observe::Fork& fork) { return fork.parted != 0; }))
      parting.push_back(i);
  }
  return parting;
}

uint64_t Divergence::instructions() const {
  uint64_t sum = 0;
  for (const observe::WarpDivergence& warp : warps) sum += warp.instructions;
  return sum;
}

class DivergenceOfBlock::Followed {
 public:
  Followed(const run::Run& run, machine::GlobalMemory found)
      : memory_(std::move(found)),
        again_(run.context, memory_, run.recording->block),
        left_(std::min(kMostFollowedMasks, run.steps)) {
    result_.block = run.recording->block;
    for (const machine::WarpState& warp : again_.warps())
      warps_.emplace_back(*run.program, warp.present);
  }

  base::Progress advance(base::Slice& slice) {
    const base::Progress progress = again_.follow(left_, slice, [this] {
      const machine::WarpState& warp = again_.state();
      warps_[again_.warp()].before({warp.pc, warp.mask, warp.ended,
                                    static_cast<uint32_t>(warp.stack.size()), accesses_.count});
      again_.step(&accesses_);
    });
    is_cancelled_ = slice.is_cancelled();
    return progress;
  }

  base::Checked<Divergence> take() {
    if (is_cancelled_)
      return base::fail(
          base::Diagnostics{base::placeless(say("The masks were not followed to their end."))});
    result_.is_cut =
        again_.goes_on() &&
        !std::all_of(again_.warps().begin(), again_.warps().end(), [](const auto& warp) {
          return warp.status == machine::WarpState::Status::kEnded;
        });
    for (observe::DivergenceFollower& warp : warps_) result_.warps.push_back(warp.take());
    return std::move(result_);
  }

 private:
  machine::GlobalMemory memory_;
  run::BlockAgain again_;
  uint64_t left_;  // instructions that may be executed
  std::vector<observe::DivergenceFollower> warps_;
  AccessCount accesses_;
  Divergence result_;
  bool is_cancelled_ = false;
};

DivergenceOfBlock::DivergenceOfBlock(const run::Run& run) {
  if (run.turns) {
    problem_ =
        say("This launch ran by turns, and a block of it is not executed again alone: its masks "
            "are not shown.");
    return;
  }
  if (run.recording == nullptr || run.memory_before_block == nullptr) {
    problem_ = say("The run has not reached the chosen block: its masks are not known.");
    return;
  }
  const std::shared_ptr<const machine::GlobalMemory> found = run.memory_before_block->get();
  if (found == nullptr)
    problem_ = say("The arrays of this launch are no longer kept: run it again.");
  else
    followed_ = std::make_unique<Followed>(run, *found);
}

DivergenceOfBlock::~DivergenceOfBlock() = default;

base::Progress DivergenceOfBlock::advance(base::Slice& slice) {
  return followed_ != nullptr ? followed_->advance(slice) : base::Progress::kDone;
}

base::Checked<Divergence> DivergenceOfBlock::take() {
  if (followed_ == nullptr) return base::fail(base::Diagnostics{base::placeless(problem_)});
  return followed_->take();
}

base::Checked<Divergence> follow_divergence(const run::Run& run) {
  DivergenceOfBlock divergence(run);
  return base::whole(divergence);
}

}  // namespace warplens::whatif
