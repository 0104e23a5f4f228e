// Launches whose result depends on the order in which their warps run. A GPU's warps are nearly in
// step: where such a program was only ever tried on one, what it prints comes from warps that take
// turns at each access, not from one that runs to its next barrier before the next begins.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::host {

class WarpOrders {
 public:
  // Whether the launch leaves other memory where its warps take turns, and is small enough to be
  // run so. Its first blocks are tried both ways on copies of `memory`, once a kernel and block
  // size: up to kMostTried warp instructions each. Never of kernels with atomic operations: who is
  // first at one is no mistake. `resident`: blocks that the device holds at a time.
  bool matters(const std::shared_ptr<const machine::GridContext>& context,
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
