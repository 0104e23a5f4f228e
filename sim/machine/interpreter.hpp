// Executes one warp until it stops. BlockRun (block.cpp) decides which warp runs when.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/machine/block.hpp"

namespace warplens::machine {

// Which bytes of a block's shared memory belong to an array.
struct SharedLayout {
  uint32_t limit = 0;  // [bytes] behind the last array
  struct Gap {
    uint32_t begin = 0, end = 0;
  };
  std::vector<Gap> gaps;  // padding between arrays

  // Whether the bytes are in no gap and not behind the last array.
  bool holds(uint64_t address, uint64_t bytes) const {
    if (address + bytes > limit) return false;
    for (const Gap& gap : gaps) {
      if (address < gap.end && address + bytes > gap.begin) return false;
    }
    return true;
  }
};
SharedLayout shared_layout(const GridContext& context);

// Everything a warp can reach while it runs.
struct WarpRun {
  const GridContext& context;
  const SharedLayout& layout;
  const trace::BlockId& block;
  uint32_t warp_index = 0;
  WarpState& warp;
  std::vector<std::byte>& shared;
  GlobalMemory& memory;
  BarrierTally& arriving;
  const BarrierTally& released;
  trace::Observer* observer = nullptr;     // may be null
  std::vector<UndoEntry>* undo = nullptr;  // may be null
  bool stop_before_access = false;
  bool may_execute_access = false;  // the access at pc has been stopped at
  // Both or none; with them, and WarpState::held, registers are held as patterns.
  const PatternPlan* plan = nullptr;
  Patterns* patterns = nullptr;
  ChunkMemory* chunk = nullptr;  // of the blocks that run apart, else null
  // A warp function stops before it is executed (kMeeting): its lanes come one by one.
  bool stops_at_meeting = false;
  std::vector<UndoEntry>* shared_undo = nullptr;  // the same of shared memory; may be null
  CopyQueue* copies = nullptr;  // the block's; may be null where the program makes none
  bool are_copies_late = false;
};

// kMbarrier: before an MbarrierWait. kYield: behind one that lets others have a turn.
enum class WarpStop : uint8_t {
  kBarrier,
  kEnd,
  kBudget,
  kAccess,
  kTrap,
  kMemory,
  kMeeting,
  kMbarrier,
  kYield
};

// `follow`: the warp's origins are kept; the plain form pays nothing for it.
template <bool follow>
WarpStop run_warp(WarpRun& run, uint64_t& budget);

extern template WarpStop run_warp<false>(WarpRun& run, uint64_t& budget);
extern template WarpStop run_warp<true>(WarpRun& run, uint64_t& budget);

}  // namespace warplens::machine
