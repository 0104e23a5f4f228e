// Runs a whole grid, block after block in linear order (x fastest), on the calling thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "sim/machine/block.hpp"

namespace warplens::machine {

// What starting a block costs, as so many warp instructions' worth of time: for the block, for each
// of its warps, and for every so many bytes of local and shared memory, which are cleared. Measured
// on a core of a 2-core server, where a warp instruction takes 7 ns (integer arithmetic) to 24 ns
// (a load): 70 ns, 0.2 us and 10 ns.
inline constexpr uint64_t kBlockPrice = 4, kWarpPrice = 14, kBytesOfOneStep = 256;
uint64_t set_up_price(const GridContext& context);  // of one block

struct GridOptions {
  uint64_t step_limit = 0;                             // executed warp instructions over the grid
  uint64_t set_up_limit = ~uint64_t{0};                // the blocks' prices together
  const std::atomic<bool>* cancelled = nullptr;        // may be null
  std::function<void(uint64_t blocks_done)> progress;  // called after each block; may be empty
  // Of the linear order only the blocks from `first_block` to before `end_block` are run, on memory
  // as those before left it.
  uint64_t first_block = 0, end_block = ~uint64_t{0};
  // Called before each block, in order, with the warp instructions executed so far and memory as
  // the block finds it. May be empty.
  std::function<void(uint64_t block, uint64_t steps, const GlobalMemory&)> at_block;
  // Asked every few thousand instructions: whether the observers' work is too much. May be empty.
  std::function<bool()> is_too_much;
  // Blocks for which origins are followed and `before_block` is called with memory as the block
  // will find it.
  std::function<bool(trace::BlockId)> is_watched;
  std::function<void(trace::BlockId, const GlobalMemory&)> before_block;
};

struct GridEnd {
  StopReason reason = StopReason::kDone;
  trace::BlockId last_block;  // that ran: where the grid stopped, if it did not end
  uint64_t steps = 0;         // warp instructions executed
  uint64_t set_up = 0;        // prices of the blocks begun
  uint64_t flops = 0;         // floating-point operations of lanes
  uint64_t blocks_done = 0;
};

// `observers` are told everything, in order.
GridEnd run_grid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                 const std::vector<trace::Observer*>& observers, const GridOptions& options);

}  // namespace warplens::machine
