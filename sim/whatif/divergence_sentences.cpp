// What is said of places at which lanes part; declared in follow_divergence.hpp.
#include <algorithm>
#include <map>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/whatif/follow_divergence.hpp"

namespace warplens::whatif {

using base::grouped;
using observe::Fork;
using observe::ForkKind;

std::vector<BlockFork> forks_of(const Divergence& divergence) {
  std::map<uint32_t, BlockFork> by_pc;
  for (const observe::WarpDivergence& warp : divergence.warps) {
    for (const Fork& one : warp.forks) {
      if (one.parted == 0) continue;
      BlockFork& sum = by_pc[one.pc];
      const uint32_t warps = sum.warps + 1;
      if (sum.warps == 0) {
        sum = {one, 1};
        continue;
      }
      sum.warps = warps;
      sum.fork.reached += one.reached;
      sum.fork.parted += one.parted;
      sum.fork.lost += one.lost;
      for (size_t side = 0; side < 2; ++side) {
        sum.fork.instructions[side] += one.instructions[side];
        sum.fork.side_lost[side] += one.side_lost[side];
      }
    }
  }
  std::vector<BlockFork> forks;
  for (const auto& [pc, fork] : by_pc) forks.push_back(fork);
  std::stable_sort(forks.begin(), forks.end(), [](const BlockFork& a, const BlockFork& b) {
    return a.fork.lost > b.fork.lost;
  });
  return forks;
}

std::string fork_words(const Fork& fork) {
  const std::string lost = say("lane-slots lost: {lost}", "lost"_a = grouped(fork.lost));
  switch (fork.kind) {
    case ForkKind::kBranch:
      if (fork.has_second_side) {
        return say("both sides, one after the other ({first} + {second} instructions); {lost}",
                   "first"_a = grouped(fork.instructions[0]),
                   "second"_a = grouped(fork.instructions[1]), "lost"_a = lost);
      }
      return say("some lanes wait while others execute it (instructions: {first}); {lost}",
                 "first"_a = grouped(fork.instructions[0]), "lost"_a = lost);
    case ForkKind::kLoop:
      return say("lanes that are done wait for those that go on; {lost}", "lost"_a = lost);
    case ForkKind::kSwitch:
      return say("its labels are executed one after another; {lost}", "lost"_a = lost);
    case ForkKind::kLeave:
      return say("lanes that leave here wait for the others; {lost}", "lost"_a = lost);
    case ForkKind::kReturn:
      break;
  }
  return say("lanes that return here are idle until their warp ends; {lost}", "lost"_a = lost);
}

std::string trips_words(const observe::LoopTrips& loop) {
  if (!loop.is_unequal())
    return say_count("{count} trip in every lane", "{count} trips in every lane", loop.most());
  return say("{least} to {most} trips a lane", "least"_a = grouped(loop.least()),
             "most"_a = grouped(loop.most()));
}

std::string place_words(const code::Program& program, uint32_t pc) {
  const base::SourceFile& file = program.unit->file;
  const uint32_t at = program.spans[pc].begin;
  const uint32_t part = file.part_of(at);
  if (part == 0) return say("line {line}", "line"_a = file.line_of(at));
  return say("line {line} of {file}", "line"_a = file.line_of(at), "file"_a = file.name(part));
}

}  // namespace warplens::whatif
