// Runs blocks directly on the grid's memory, each on what the one before has left, and adds up
// where the grid ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/machine/block.hpp"
#include "sim/machine/grid.hpp"

namespace warplens::machine {

bool is_cancelled(const GridOptions& options);

class BlocksInOrder {
 public:
  // All outlive it but the context; `observer` may be null.
  BlocksInOrder(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                trace::Observer* observer, const GridOptions& options)
      : context_(std::move(context)),
        memory_(memory),
        observer_(observer),
        options_(options),
        price_(set_up_price(*context_)),
        plan_(plan_patterns(*context_->program)) {}

  // False if the grid stops in this block; end() says why.
  bool run(uint64_t index);
  void observe_by(trace::Observer* observer) { observer_ = observer; }
  GridEnd& end() { return end_; }
  const GridEnd& end() const { return end_; }
  uint64_t price() const { return price_; }                                 // of a block
  const std::shared_ptr<const PatternPlan>& plan() const { return plan_; }  // of the program

 private:
  StopReason run_block();
  bool repeats_itself();
  void note_stuck();

  std::shared_ptr<const GridContext> context_;
  GlobalMemory& memory_;
  trace::Observer* observer_;
  const GridOptions& options_;
  const uint64_t price_;
  const std::shared_ptr<const PatternPlan> plan_;
  std::optional<BlockRun> block_;
  GridEnd end_;
};

}  // namespace warplens::machine
