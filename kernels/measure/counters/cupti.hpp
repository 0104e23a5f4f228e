// CUPTI as a table of its functions: filled from the toolkit's library, or by a test with functions
// that refuse.
#pragma once

#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>

#include <string>

#include "kernels/measure/child/gpu.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::counters {

struct Cupti {
  // From the toolkit's folder, else from where the loader looks. kNoCounters where there is none.
  //
  // For tests: with WARPLENS_REFUSE_COUNTERS=1 in the environment, starting to count fails as with
  // a driver that lets only administrators count.
  static Measured<Cupti> open();

#define WARPLENS_CUPTI_FUNCTION(name) decltype(&::name) name = nullptr;
#include "kernels/measure/counters/cupti_functions.def"
#undef WARPLENS_CUPTI_FUNCTION

  // A result that is not CUPTI_SUCCESS: kPermission or kNoCounters. `doing` completes "it failed
  // while ...".
  Problem problem(CUptiResult result, Sentence doing) const;
};

}  // namespace warplens::measure::counters
