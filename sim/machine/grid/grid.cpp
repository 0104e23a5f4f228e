// The whole grid: in order, or side by side where that is requested and possible.
#include "sim/machine/grid/grid.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include "sim/machine/grid/blocks_in_order.hpp"
#include "sim/machine/grid/grid_orders.hpp"

namespace warplens::machine {

void StuckThreads::wait_at(const MbarrierWait& wait, const std::vector<std::byte>& shared) {
  reason = Reason::kMbarrier;
  pc = wait.pc;
  mbarrier = {wait.address, wait.parity, 0};
  std::memcpy(&mbarrier.word, shared.data() + wait.address, sizeof mbarrier.word);
}

void add_stuck(const StuckThreads& one, std::vector<StuckThreads>& all) {
  const auto at = std::lower_bound(all.begin(), all.end(), one, [](const auto& a, const auto& b) {
    return std::tie(a.reason, a.pc) < std::tie(b.reason, b.pc);
  });
  if (at != all.end() && at->reason == one.reason && at->pc == one.pc)
    at->count += one.count;
  else
    all.insert(at, one);
}

std::unique_ptr<GridRun> begin_grid(std::shared_ptr<const GridContext> context,
                                    GlobalMemory& memory, trace::Observer* observer,
                                    const GridOptions& options) {
  if (options.scheduling) return begin_scheduled(std::move(context), memory, observer, options);
  if (options.threads > 1 && observer != nullptr)
    return begin_side_by_side(std::move(context), memory, observer, options);
  return begin_in_order(std::move(context), memory, observer, options);
}

GridEnd run_grid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                 trace::Observer* observer, const GridOptions& options,
                 const std::atomic<bool>* cancelled) {
  const std::unique_ptr<GridRun> run = begin_grid(std::move(context), memory, observer, options);
  base::Slice whole(base::Slice::kWhole, cancelled);
  while (run->advance(whole) == base::Progress::kMore) {
  }
  return run->end();
}

}  // namespace warplens::machine
