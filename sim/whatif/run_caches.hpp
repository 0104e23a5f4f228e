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

// Works it out, to be continued later.
class CachesOfRun {
 public:
  // The run must have a stream, and outlives this.
  CachesOfRun(const run::Run& run, const model::CacheSizes& sizes);
  explicit CachesOfRun(const run::Run& run);  // of model::shown_memory_figures()
  base::Progress advance(base::Slice& slice) { return caches_run_.advance(slice); }
  RunCaches take();  // when it is done

 private:
  RunCaches caches_;
  model::CachesRun caches_run_;
};

// The same, at once.
RunCaches caches_of(const run::Run& run);

// The same of other sizes of caches.
RunCaches caches_of(const run::Run& run, const model::CacheSizes& sizes);

// Which of a device's peaks limits a run: that of float or of double. Operations are not counted
// by type; what the kernel's instructions compute with decides.
model::Arithmetic arithmetic_of(const run::Run& run);

}  // namespace warplens::whatif
