// Slices are short: a chunk that has given up runs on with any values until its slice ends.
#include "sim/machine/grid/chunk.hpp"

#include <algorithm>
#include <atomic>
#include <new>

#include "sim/machine/avx2/warp_code.hpp"

namespace warplens::machine {

namespace {

constexpr uint64_t kChunkSlice = 1 << 13;  // [warp instructions]

bool run_block_apart(Chunk& chunk, GlobalMemory& memory, const ChunkLimits& limits,
                     BlockRun& block) {
  uint64_t steps = 0;
  for (;;) {
    const uint64_t work = chunk.work(0) + block.extra_work();
    const bool is_cancelled =
        limits.cancelled != nullptr && limits.cancelled->load(std::memory_order_relaxed);
    if (is_cancelled || chunk.memory.is_given_up() || chunk.observer->is_too_much(work))
      return false;
    const uint64_t slice =
        std::min({kChunkSlice, limits.block_steps - steps, limits.steps - chunk.steps});
    if (slice == 0) return false;
    uint64_t budget = slice;
    const StopReason reason =
        block.run(memory, chunk.observer.get(), budget, false, nullptr, &chunk.memory);
    steps += slice - budget;
    chunk.steps += slice - budget;
    if (reason == StopReason::kStepLimit) continue;
    chunk.most_steps = std::max(chunk.most_steps, steps);
    chunk.flops += block.flops();
    chunk.extra_work += block.extra_work();
    return reason == StopReason::kDone && !chunk.memory.is_given_up();
  }
}

}  // namespace

void run_apart(Chunk& chunk, const std::shared_ptr<const GridContext>& context,
               const std::shared_ptr<const PatternPlan>& plan, GlobalMemory& memory,
               const ChunkLimits& limits, std::optional<BlockRun>& block) {
  chunk.is_whole = false;
  chunk.steps = chunk.most_steps = chunk.extra_work = chunk.flops = 0;
  try {
    chunk.observer->clear();
    const WarpCode* const native =
        chunk.observer->hears_only_rare_events() ? native_code(*context) : nullptr;
    for (uint64_t i = 0; i < chunk.blocks; ++i) {
      const trace::BlockId id = trace::block_at(chunk.first_block + i, context->grid_extents());
      if (block)
        block->begin(id, native);
      else
        block.emplace(context, id, false, plan, native);
      chunk.observer->block_begins(id);
      if (!run_block_apart(chunk, memory, limits, *block)) return;
      chunk.observer->block_ends(id);
    }
    if (context->code != nullptr) context->code->note_steps(chunk.steps);
    chunk.is_whole = true;
  } catch (const std::bad_alloc&) {  // in order there may be room
  }
}

}  // namespace warplens::machine
