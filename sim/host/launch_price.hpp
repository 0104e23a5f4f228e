// What executing a launch takes, estimated without a clock, so that a program that is limited in
// its work is cut at the same place on every machine: a few thousand instructions of two of its
// blocks are executed on a copy of memory, by somebody who hears their accesses. What these take
// depends on where they are: a warp's of one line 20 ns, of lines all over the memory 1.5 us.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::machine {
struct GridEnd;
}

namespace warplens::host {

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

}  // namespace warplens::host
