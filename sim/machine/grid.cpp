// The whole grid: in order, or side by side where that is requested and possible.
#include "sim/machine/grid.hpp"

#include <algorithm>
#include <tuple>

#include "sim/machine/blocks_in_order.hpp"
#include "sim/machine/fan_out.hpp"
#include "sim/machine/parallel_grid.hpp"
#include "sim/machine/scheduled_grid.hpp"

namespace warplens::machine {

void add_stuck(const StuckThreads& one, std::vector<StuckThreads>& all) {
  const auto at = std::lower_bound(all.begin(), all.end(), one, [](const auto& a, const auto& b) {
    return std::tie(a.reason, a.pc) < std::tie(b.reason, b.pc);
  });
  if (at != all.end() && at->reason == one.reason && at->pc == one.pc)
    at->count += one.count;
  else
    all.insert(at, one);
}

GridEnd run_grid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
                 const std::vector<trace::Observer*>& observers, const GridOptions& options) {
  if (options.scheduling) return run_scheduled(std::move(context), memory, options);
  if (options.threads > 1 && options.make_chunk_observer)
    return run_side_by_side(std::move(context), memory, observers, options);
  FanOut fan_out(observers);
  trace::Observer* observer = observers.empty()       ? nullptr
                              : observers.size() == 1 ? observers.front()
                                                      : &fan_out;
  const uint64_t end_block = std::min(options.end_block, context->grid.count());
  BlocksInOrder in_order(std::move(context), memory, observer, options);
  for (uint64_t index = options.first_block; index < end_block; ++index) {
    if (!in_order.run(index)) break;
  }
  return in_order.end();
}

}  // namespace warplens::machine
