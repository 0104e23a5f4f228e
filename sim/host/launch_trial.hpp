// Launches whose first blocks are executed on a copy of memory before the launch itself: what it
// will take, and whether its result depends on the order of warps.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "sim/base/sliced.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::machine {
struct GridEnd;
}

namespace warplens::host {

// What executing a launch takes, estimated without a clock, so that a program that is limited in
// its work is cut at the same place on every machine: a few thousand instructions of two of its
// blocks are executed on a copy of memory, by somebody who hears their accesses. What these take
// depends on where they are: a warp's of one line 20 ns, of lines all over the memory 1.5 us.

// Work is in steps of host code that is translated, of about 0.4 ns on a core of a server.
struct LaunchPrice {
  static constexpr uint64_t kParts = 16;       // of a unit, in which per_step counts
  static constexpr uint64_t kLaunch = 25'000;  // what each takes, whatever it executes
  static constexpr uint64_t kOfSetUp = 8;      // of a step of starting blocks (machine/grid.hpp)
  static constexpr uint64_t kOfWeighted = 12;  // of a weighted step
  uint64_t per_step = 0;                       // of a warp instruction, with what it accesses
  uint64_t per_step_of_blocks = 0;             // the same with its part of starting the block

  // Warp instructions, and steps of starting blocks, that so much work allows.
  uint64_t steps_for(uint64_t work) const;
  static uint64_t set_up_for(uint64_t work) { return work / kOfSetUp; }
  uint64_t of(const machine::GridEnd& end) const;  // work of a launch that has ended
};

// Those of the launches so far: launches of one kernel that are about as large are alike.
class LaunchPrices {
 public:
  LaunchPrice of(const std::shared_ptr<const machine::GridContext>& context,
                 const machine::GlobalMemory& memory);

 private:
  std::map<std::tuple<const code::Program*, uint64_t, int>, LaunchPrice> known_;
};

// Launches whose result depends on the order in which their warps run. A GPU's warps are nearly in
// step: where such a program was only ever tried on one, what it prints comes from warps that take
// turns at each access, not from one that runs to its next barrier before the next begins.

class WarpOrders {
 public:
  // Whether the launch leaves other memory where its warps take turns, and is small enough to be
  // run so. Its first blocks are tried both ways on copies of `memory`, once a kernel and block
  // size: up to kMostTried warp instructions each. Never of kernels with atomic operations: who is
  // first at one is no mistake. `resident`: blocks that the device holds at a time.
  base::Sliced<bool> matters(std::shared_ptr<const machine::GridContext> context,
                             const machine::GlobalMemory& memory, uint32_t resident);

  static constexpr uint64_t kMostTried = 200'000;
  static constexpr uint64_t kMostByTurns = 30'000'000;  // [warp instructions] of such a launch

 private:
  struct Known {
    std::shared_ptr<const code::Program> program;
    launch::Dim3 block;
    uint64_t steps_of_block = 0;  // 0: the order does not matter
  };
  std::vector<Known> known_;
};

}  // namespace warplens::host
