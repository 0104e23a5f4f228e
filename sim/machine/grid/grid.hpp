// Runs a whole grid, block after block in linear order (x fastest), or, on several threads, with
// results as if it had been run so.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/machine/block.hpp"

namespace warplens::machine {

// What starting a block costs, as so many warp instructions' worth of time: for the block, for each
// of its warps, and for every so many bytes of local and shared memory, which are cleared. Measured
// on a core of a 2-core server, where a warp instruction takes 7 ns (integer arithmetic) to 24 ns
// (a load): 70 ns, 0.2 us and 10 ns.
inline constexpr uint64_t kBlockPrice = 4, kWarpPrice = 14, kBytesOfOneStep = 256;
uint64_t set_up_price(const GridContext& context);  // of one block

// Why blocks were run in order on one thread although there were several.
struct InOrder {
  // kCollisions: most of the chunks that ran side by side read what earlier ones stored.
  // kUnfinished: most of them took more steps or memory than they may beside others, or stored to
  // so many places that it is slower.
  enum class Reason : uint8_t { kCollisions, kUnfinished };
  Reason reason = Reason::kCollisions;
  uint32_t array = 0;        // kCollisions: that they read, the one that was found most often
  uint64_t first_block = 0;  // linear index: from here on
};

// Blocks that take turns.
struct Scheduling {
  launch::Schedule schedule;     // `resident` is at least 1
  std::vector<bool> is_delayed;  // kAdversarial: by access site, which goes after others
  std::function<void(const ForeignStore&)> on_foreign_store;  // may be empty
};

// Threads that can't go on, for one reason at one instruction.
struct StuckThreads {
  // kSpin: they repeat an unchanged state; at kMeeting they wait for lanes of their warp; at
  // kMbarrier for the end of a phase, or they ask for it again and again.
  enum class Reason : uint8_t { kSpin, kBarrier, kMeeting, kMbarrier };
  // Of the first thread at kMbarrier.
  struct Mbarrier {
    uint32_t address = 0;  // an offset in the block's shared memory
    uint32_t parity = 0;   // of the phase that it waits for
    uint64_t word = 0;     // what is there
  };
  Reason reason = Reason::kSpin;
  uint32_t pc = 0;
  trace::BlockId block;
  uint32_t thread = 0;  // the first one, by its number in the block
  uint64_t count = 0;   // threads
  Mbarrier mbarrier;

  // The reason is that wait; `shared` is the block's memory.
  void wait_at(const MbarrierWait& wait, const std::vector<std::byte>& shared);
};

// Adds to those of the same reason at the same instruction; spinning ones come first.
void add_stuck(const StuckThreads& one, std::vector<StuckThreads>& all);

struct GridEnd {
  StopReason reason = StopReason::kDone;
  trace::BlockId last_block;  // that ran: where the grid stopped, if it did not end
  uint64_t steps = 0;         // warp instructions executed
  uint64_t set_up = 0;        // prices of the blocks begun
  uint64_t extra_work = 0;    // of slow instructions, in weighted steps (instruction_work.hpp)
  uint64_t flops = 0;         // floating-point operations of lanes
  uint64_t blocks_done = 0;
  std::vector<StuckThreads> stuck;  // kDeadlock
  // On several threads; the above does not depend on these.
  uint64_t blocks_apart = 0;  // of those done: that ran beside others, and were committed
  std::optional<InOrder> in_order;

  uint64_t work() const { return steps + set_up + extra_work; }  // [weighted steps]
};

struct GridOptions {
  uint64_t step_limit = 0;                   // executed warp instructions over the grid
  uint64_t block_step_limit = ~uint64_t{0};  // of a block
  uint64_t set_up_limit = ~uint64_t{0};      // the blocks' prices together
  // Of the linear order only the blocks from `first_block` to before `end_block` are run, on memory
  // as those before left it. On one thread.
  uint64_t first_block = 0, end_block = ~uint64_t{0};
  // Asked of blocks, perhaps ahead of their turn: whether at_block is to be called before the
  // block, in order, with the warp instructions executed so far and memory as the block finds it.
  // May be empty.
  std::function<bool(uint64_t block)> is_start;
  std::function<void(uint64_t block, uint64_t steps, const GlobalMemory&)> at_block;
  // Blocks for which origins are followed and `before_block` is called with memory as the block
  // will find it.
  std::function<bool(trace::BlockId)> is_watched;
  std::function<void(trace::BlockId, const GlobalMemory&)> before_block;
  std::function<void(trace::BlockId)> after_block;  // a watched one has come to its end
  trace::Observer* watcher = nullptr;  // hears of watched blocks alone, after the observer
  // Blocks are run on so many threads, the calling one among them, if the observer has observers
  // for chunks. All that is given here is called on the calling thread.
  uint32_t threads = 1;
  ChunkSizes chunk_sizes;
  // Blocks take turns, on one thread. Without it, one block runs after another; a warp that repeats
  // an unchanged state, so that only others could end its loop, ends the grid (kSpins).
  std::optional<Scheduling> scheduling;
};

// One execution of a grid, which can be cut between any two instructions of blocks that run in
// order, any two turns, and any two batches of blocks that run side by side.
class GridRun {
 public:
  virtual ~GridRun() = default;
  // Goes on until the slice is over, a watched block has come to its end, or the grid has.
  virtual base::Progress advance(base::Slice& slice) = 0;
  virtual const GridEnd& end() const = 0;  // so far
};

// `observer` (may be null) receives everything, in order; or what observers of its own for chunks
// received is merged into it. It ends the grid when that is too much, which is asked every few
// thousand instructions. It, `memory` and `options` outlive the run.
std::unique_ptr<GridRun> begin_grid(std::shared_ptr<const GridContext> context,
                                    GlobalMemory& memory, trace::Observer* observer,
                                    const GridOptions& options);
// The same, at once. `cancelled` may be null.
GridEnd run_grid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                 trace::Observer* observer, const GridOptions& options,
                 const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::machine
