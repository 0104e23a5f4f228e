// What a GPU counted of launches, how long it took, and what its memory takes: for people. Programs
// get the same as a recording (kernels/measure/format).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/study/section.hpp"
#include "kernels/measure/format/measurement.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

struct MeasuredTarget {
  std::string name;
  measure::Measurement measurement;
  run::Runs runs;  // of the same launches; empty: nothing was simulated
};
// One: provenance, and for each build counts by line and in total, times, arrays.
Section describe(const MeasuredTarget& target, const std::optional<measure::Ceilings>& ceilings);

struct MeasuredTargets {
  std::vector<MeasuredTarget> targets;
  std::optional<measure::Ceilings> ceilings;
  std::optional<measure::Times> cublas;
  uint32_t cublas_n = 0;  // rows of its matrices
};
// A row each.
Section describe(const MeasuredTargets& measured);

Section describe(const measure::Latencies& latencies);

// Of the first recording that comes with the program and has latencies, for programs alone:
// `device`, `date` (of the latencies) and, in whole cycles, `latency.shared` and its like.
Section describe_recorded();

// Bytes that a launch moves between its multiprocessors and the L2 cache, in whole sectors, by the
// simulation's count; for GB/s.
uint64_t bytes_moved(const run::Run& run);

Sentence name_of(measure::Build build);
Sentence name_of(measure::Method method);
Text time_text(const measure::Times& times);  // "12.30 us, spread 0.4 % over 40 runs"
Text agreement_text(const measure::ArrayAgreement& array);
Value count_of(const std::optional<uint64_t>& count);  // absent if it was not counted

}  // namespace warplens::study
