#include "sim/whatif/run_caches.hpp"

#include "sim/base/assert.hpp"

namespace warplens::whatif {

RunCaches caches_of(const run::Run& run) {
  return caches_of(
      run, model::cache_sizes(run.device, run.context->block.count(), run.context->shared_bytes));
}

RunCaches caches_of(const run::Run& run, const model::CacheSizes& sizes) {
  WL_ASSERT(run.stream != nullptr, "the run has kept its requests");
  RunCaches caches;
  caches.sizes = sizes;
  caches.placement =
      model::placement_of(run.device, run.context->block.count(), run.context->shared_bytes);
  caches.result = model::run_caches(*run.stream, sizes, caches.placement);
  return caches;
}

}  // namespace warplens::whatif
