// What Nsight Compute calls what is shown here, by the exact names that `ncu --metrics` takes: the
// counts of accesses, by memory and kind, and what the models' pages show. One table; the
// counters that whole kernels are compared by are those that are measured (app/compare/metrics).
#pragma once

#include <string>

#include "app/study/counts.hpp"
#include "app/study/section.hpp"
#include "sim/observe/totals/access_kind.hpp"

namespace warplens::study {

// What has no memory and kind of access of its own.
enum class Quantity : uint8_t {
  kActiveThreads,  // a warp, on average over its instructions
  kDivergentBranches,
  kL1Requested,  // bytes
  kL2ToL1,       // sectors of loads
  kDramToL2,     // bytes
  kTheoreticalOccupancy,
  kSelected,
  kNotSelected,
  kScoreboard,
  kFixedLatency,
  kThrottle,
  kBarrier,
};

// "a.sum + b.sum" where several together are meant. "" where there is none.
std::string metric_of(trace::Space space, observe::AccessKind kind, Measure measure);
const char* metric_of(Quantity quantity);

// Words with a line below them where the count has a metric: "Nsight Compute, load: l1tex__...".
std::string with_metric(std::string words, trace::Space space, observe::AccessKind kind,
                        Measure measure);
// "Nsight Compute: smsp__...".
std::string metric_line(Quantity quantity);

// By memory, kind and count, for programs.
Section list_metrics();

}  // namespace warplens::study
