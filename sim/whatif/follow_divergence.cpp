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

base::Checked<Divergence> follow_divergence(const run::Run& run,
                                            const std::atomic<bool>* cancelled) {
  const auto refuse = [](std::string why) {
    return base::fail(base::Diagnostics{base::placeless(std::move(why))});
  };
  if (run.turns) {
    return refuse(
        say("This launch ran by turns, and a block of it is not executed again alone: its masks "
            "are not shown."));
  }
  if (run.recording == nullptr || run.memory_before_block == nullptr)
    return refuse(say("The run has not reached the block shown: its masks are not known."));
  const std::shared_ptr<const machine::GlobalMemory> found = run.memory_before_block->get();
  if (found == nullptr)
    return refuse(say("The arrays of this launch are no longer kept: run it again."));
  machine::GlobalMemory memory = *found;
  Divergence result{run.recording->block, {}, false};
  run::BlockAgain again(run.context, memory, result.block);
  std::vector<observe::DivergenceFollower> warps;
  for (const machine::WarpState& warp : again.warps())
    warps.emplace_back(*run.program, warp.present);
  AccessCount accesses;
  const uint64_t most = std::min(kMostFollowedMasks, run.steps);
  for (uint64_t count = 0; count < most && again.goes_on(); ++count) {
    if (cancelled != nullptr && *cancelled)
      return refuse(say("The masks were not followed to their end."));
    const machine::WarpState& warp = again.state();
    warps[again.warp()].before(
        {warp.pc, warp.mask, warp.ended, static_cast<uint32_t>(warp.stack.size()), accesses.count});
    again.step(&accesses);
  }
  result.is_cut = again.goes_on() &&
                  !std::all_of(again.warps().begin(), again.warps().end(), [](const auto& warp) {
                    return warp.status == machine::WarpState::Status::kEnded;
                  });
  for (observe::DivergenceFollower& warp : warps) result.warps.push_back(warp.take());
  return result;
}

}  // namespace warplens::whatif
