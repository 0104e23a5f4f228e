#include "sim/host/executed.hpp"

#include <algorithm>
#include <utility>

#include "sim/host/launch_trial.hpp"

namespace warplens::host {

base::Sliced<machine::GridEnd> executed(machine::GridRun& run) {
  for (base::Progress progress = base::Progress::kMore; progress == base::Progress::kMore;) {
    const base::Slice& slice = co_await base::this_slice();
    base::Slice own(std::max<uint64_t>(slice.left() / LaunchPrice::kOfWeighted, 1));
    const uint64_t before = own.left();
    progress = run.advance(own);
    const uint64_t steps = std::max<uint64_t>(before - own.left(), 1);
    co_await base::spent(steps * LaunchPrice::kOfWeighted);
  }
  co_return run.end();
}

base::Sliced<machine::GridEnd> executed(std::shared_ptr<const machine::GridContext> context,
                                        machine::GlobalMemory& memory, trace::Observer* observer,
                                        const machine::GridOptions& options) {
  const std::unique_ptr<machine::GridRun> run =
      machine::begin_grid(std::move(context), memory, observer, options);
  co_return co_await executed(*run);
}

}  // namespace warplens::host
