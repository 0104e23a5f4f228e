// Runs a whole grid, block after block in linear order (x fastest), or, on several threads, with
// results as if it had been run so.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/machine/block.hpp"

namespace warplens::machine {

// What starting a block costs, as so many warp instructions' worth of time: for the block, for each
// of its warps, and for every so many bytes of local and shared memory, which are cleared. Measured
// on a core of a 2-core server, where a warp instruction takes 7 ns (integer arithmetic) to 24 ns
// (a load): 70 ns, 0.2 us and 10 ns.
inline constexpr uint64_t kBlockPrice = 4, kWarpPrice = 14, kBytesOfOneStep = 256;
uint64_t set_up_price(const GridContext& context);  // of one block

// Observes the blocks of one chunk (parallel_grid.hpp), beside other chunks' observers. All but
// is_too_much() and bytes() is called while no other chunk's is.
class ChunkObserver : public trace::Observer {
 public:
  virtual void begin() = 0;  // forgets everything
  // Whether what the grid's observers have been told, and this one since begin(), is too much work
  // beside `work` of instructions. Called from any thread, while nothing is merged.
  virtual bool is_too_much(uint64_t work) const = 0;
  // What it has kept since begin(). [bytes]
  virtual uint64_t bytes() const { return 0; }
  // Adds what it was told to the grid's observers, as if they had been told it now.
  virtual void merge() = 0;
};

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
  // Observes one block, and is merged when all blocks before it are.
  std::function<std::unique_ptr<ChunkObserver>(trace::BlockId)> make_observer;
  trace::Observer* also_watched_by = nullptr;  // the watched block, after its own; may be null
  std::function<void(const ForeignStore&)> on_foreign_store;  // may be empty
};

// Threads that can't go on, for one reason at one instruction.
struct StuckThreads {
  // kSpin: they repeat an unchanged state; at kMeeting they wait for lanes of their warp.
  enum class Reason : uint8_t { kSpin, kBarrier, kMeeting };
  Reason reason = Reason::kSpin;
  uint32_t pc = 0;
  trace::BlockId block;
  uint32_t thread = 0;  // the first one, by its number in the block
  uint64_t count = 0;   // threads
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
  uint64_t step_limit = 0;                       // executed warp instructions over the grid
  uint64_t block_step_limit = ~uint64_t{0};      // of a block
  uint64_t set_up_limit = ~uint64_t{0};          // the blocks' prices together
  const std::atomic<bool>* cancelled = nullptr;  // may be null
  // Called after blocks, and now and then within long ones, with what was done until then; may be
  // empty.
  std::function<void(const GridEnd& so_far)> progress;
  // Of the linear order only the blocks from `first_block` to before `end_block` are run, on memory
  // as those before left it. On one thread.
  uint64_t first_block = 0, end_block = ~uint64_t{0};
  // Asked of blocks, perhaps ahead of their turn: whether at_block is to be called before the
  // block, in order, with the warp instructions executed so far and memory as the block finds it.
  // May be empty.
  std::function<bool(uint64_t block)> is_start;
  std::function<void(uint64_t block, uint64_t steps, const GlobalMemory&)> at_block;
  // Asked every few thousand instructions: whether the work of so many weighted steps and the
  // observers' is too much. May be empty.
  std::function<bool(uint64_t work)> is_too_much;
  // Blocks for which origins are followed and `before_block` is called with memory as the block
  // will find it.
  std::function<bool(trace::BlockId)> is_watched;
  std::function<void(trace::BlockId, const GlobalMemory&)> before_block;
  std::function<void(trace::BlockId)> after_block;  // a watched one has come to its end
  // Blocks are run on so many threads, the calling one among them, if chunks can be observed by
  // observers of their own. Everything else is called on the calling thread.
  uint32_t threads = 1;
  std::function<std::unique_ptr<ChunkObserver>()> make_chunk_observer;
  ChunkSizes chunk_sizes;
  // Blocks take turns, on one thread. Without it, one block runs after another; a warp that repeats
  // an unchanged state, so that only others could end its loop, ends the grid (kSpins).
  std::optional<Scheduling> scheduling;
};

// `observers` are told everything, in order; or have it merged, by ChunkObserver::merge().
GridEnd run_grid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                 const std::vector<trace::Observer*>& observers, const GridOptions& options);

}  // namespace warplens::machine
