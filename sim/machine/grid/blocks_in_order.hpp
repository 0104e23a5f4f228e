// Runs blocks directly on the grid's memory, each on what the one before has left, and adds up
// where the grid ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/machine/block.hpp"
#include "sim/machine/grid/grid.hpp"
#include "sim/trace/fan_out.hpp"

namespace warplens::machine {

class BlocksInOrder {
 public:
  // All outlive it but the context; `observer` may be null.
  BlocksInOrder(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                trace::Observer* observer, const GridOptions& options);

  // kPart: the slice was over before the block was, which advance() then goes on with. kStop: the
  // grid stops in this block; end() says why.
  enum class Went : uint8_t { kPart, kWhole, kStop };
  Went advance(uint64_t index, base::Slice& slice);
  // The next block's.
  void observe_by(trace::Observer* observer) { observer_ = observer; }
  bool was_watched() const { return is_watched_; }  // the latest block
  GridEnd& end() { return end_; }
  const GridEnd& end() const { return end_; }
  uint64_t price() const { return price_; }                                 // of a block
  const std::shared_ptr<const PatternPlan>& plan() const { return plan_; }  // of the program

 private:
  bool begin(uint64_t index);
  std::optional<StopReason> go_on(base::Slice& slice);
  std::optional<StopReason> begin_stretch(const base::Slice& slice);
  bool repeats_itself();
  bool repeats_itself_natively() const;
  void note_stuck();

  std::shared_ptr<const GridContext> context_;
  GlobalMemory& memory_;
  trace::Observer* observer_;
  const GridOptions& options_;
  const uint64_t price_;
  const std::shared_ptr<const PatternPlan> plan_;
  std::optional<BlockRun> block_;
  bool is_in_block_ = false, is_watched_ = false;
  std::optional<trace::FanOut> with_watcher_;
  trace::Observer* told_ = nullptr;  // of the present block
  uint64_t block_left_ = 0;          // [warp instructions] that the block may still take
  // A block is looked at after stretches of warp instructions, wherever slices cut it.
  uint64_t stretch_left_ = 0, stretches_ = 0, look_ = 0;
  GridEnd end_;
};

// All blocks of GridOptions, one after another.
std::unique_ptr<GridRun> begin_in_order(std::shared_ptr<const GridContext> context,
                                        GlobalMemory& memory, trace::Observer* observer,
                                        const GridOptions& options);

}  // namespace warplens::machine
