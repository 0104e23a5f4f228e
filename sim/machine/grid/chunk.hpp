// A chunk: consecutive blocks of a grid that one thread runs apart from the grid's memory and
// observers, while other chunks run beside it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/machine/block.hpp"
#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/memory.hpp"
#include "sim/machine/region_table.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::machine {

struct Chunk {
  Chunk(const GlobalMemory& frozen, const std::vector<bool>& unused_results,
        std::unique_ptr<trace::Observer> own)
      : memory(frozen, unused_results), observer(std::move(own)) {}

  uint64_t first_block = 0, blocks = 0;  // linear index, count
  ChunkMemory memory;
  std::unique_ptr<trace::Observer> observer;
  bool is_whole = false;    // every block came to its end; else it has to be run in order
  uint64_t steps = 0;       // warp instructions executed
  uint64_t most_steps = 0;  // of a block
  uint64_t extra_work = 0;  // as GridEnd has it
  uint64_t flops = 0;

  // What GridEnd::work() grows by, if each block has this price.
  uint64_t work(uint64_t price) const { return steps + blocks * price + extra_work; }
};

// What limits chunks that run apart. Beyond, they stop and are run in order, which decides.
struct ChunkLimits {
  uint64_t block_steps = 0;  // of a block, which may be waiting for one that is not committed
  uint64_t steps = 0;        // of a chunk: what the grid has left
  const std::atomic<bool>* cancelled = nullptr;  // as base::Slice has it
};

// Runs the chunk's blocks on `memory`, which nobody changes meanwhile. `block` is the thread's,
// null before its first chunk, `plan` the program's.
void run_apart(Chunk& chunk, const std::shared_ptr<const GridContext>& context,
               const std::shared_ptr<const PatternPlan>& plan, GlobalMemory& memory,
               const ChunkLimits& limits, std::optional<BlockRun>& block);

// Commits what a chunk of blocks kept apart (chunk_memory.hpp), where it read nothing that blocks
// before it have stored in the meantime.

// The words of global memory that blocks stored to since begin(): committed chunks, and blocks that
// run directly, which it observes.
class WrittenWords : public trace::Observer {
 public:
  explicit WrittenWords(const GlobalMemory& memory)
      : memory_(memory), is_written_(memory.array_count()), is_read_(memory.array_count()) {}

  // Words are noted of arrays that are `read` by words.
  void begin(const std::vector<bool>& read);
  void add(const ChunkMemory& chunk);
  void access(const trace::WarpAccess& access) override;

  // An array of which the chunk read what has been written; none: it may be committed.
  std::optional<uint32_t> collision(const ChunkMemory& chunk) const;
  // The same, of arrays whose loads are noted as a whole: the first store to one since the grid
  // began, after which words are noted.
  std::optional<uint32_t> first_store(const ChunkMemory& chunk) const;

 private:
  struct Words {
    std::array<uint16_t, kRegionUnits> words{};
    void clear() { words.fill(0); }
  };
  const GlobalMemory& memory_;
  std::vector<bool> is_written_, is_read_;  // by array
  RegionTable<Words> table_;
};

// Whether storing the chunk's bytes leaves memory within its budget.
bool has_room_for(const ChunkMemory& chunk, const GlobalMemory& memory);
// Stores the chunk's bytes and executes its logged atomics, in order.
void commit(const ChunkMemory& chunk, GlobalMemory& memory);

}  // namespace warplens::machine
