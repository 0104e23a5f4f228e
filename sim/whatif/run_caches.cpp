#include "sim/whatif/run_caches.hpp"

#include <utility>

#include "sim/base/assert.hpp"

namespace warplens::whatif {

namespace {

model::CacheSizes sizes_of(const run::Run& run) {
  return model::cache_sizes(run.device, run.context->block.count(), run.context->shared_bytes);
}

const model::MemoryStream& stream_of(const run::Run& run) {
  WL_ASSERT(run.stream != nullptr, "the run has kept its requests");
  return *run.stream;
}

}  // namespace

CachesOfRun::CachesOfRun(const run::Run& run) : CachesOfRun(run, sizes_of(run)) {}

CachesOfRun::CachesOfRun(const run::Run& run, const model::CacheSizes& sizes)
    : caches_{sizes,
              model::placement_of(run.device, run.context->block.count(),
                                  run.context->shared_bytes),
              {}},
      caches_run_(stream_of(run), sizes, caches_.placement) {}

RunCaches CachesOfRun::take() {
  caches_.result = caches_run_.take();
  return std::move(caches_);
}

RunCaches caches_of(const run::Run& run) {
  return caches_of(run, sizes_of(run));
}

RunCaches caches_of(const run::Run& run, const model::CacheSizes& sizes) {
  CachesOfRun caches(run, sizes);
  return base::whole(caches);
}

}  // namespace warplens::whatif
