// What the model of a device's caches (sim/model/caches.hpp) makes of a finished run.
#pragma once

#include "sim/model/caches.hpp"
#include "sim/model/memory_system.hpp"
#include "sim/run/run.hpp"

namespace warplens::whatif {

struct RunCaches {
  model::CacheSizes sizes;
  model::Placement placement;
  model::CachesResult result;
};

// The run must have a stream. Of model::shown_memory_figures().
RunCaches caches_of(const run::Run& run);

// The same of other sizes of caches.
RunCaches caches_of(const run::Run& run, const model::CacheSizes& sizes);

}  // namespace warplens::whatif
