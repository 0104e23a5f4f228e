// A measurement as text for people.
#pragma once

#include <iosfwd>
#include <optional>

#include "app/cli/report.hpp"
#include "kernels/measure/format/measurement.hpp"

namespace warplens::cli {

// Bytes that a launch moves between its multiprocessors and the L2 cache, in whole sectors, by the
// simulation's count; for GB/s.
uint64_t bytes_moved(const run::Run& run);

// One target: provenance, and for each build counts by line and in total, times, arrays. `runs` may
// be empty, if nothing was simulated.
void print_measurement(std::ostream& out, const measure::Measurement& measurement, const Runs& runs,
                       const std::optional<measure::Ceilings>& ceilings);

// One row of the table that several targets are printed as.
struct MeasuredTarget {
  std::string name;
  measure::Measurement measurement;
  Runs runs;
};
void print_measurements(std::ostream& out, const std::vector<MeasuredTarget>& targets,
                        const std::optional<measure::Ceilings>& ceilings,
                        const std::optional<measure::Times>& cublas, uint32_t cublas_n);

// A table of the memories.
void print_latencies(std::ostream& out, const measure::Latencies& latencies);

void print_arrays(std::ostream& out, const std::vector<measure::ArrayAgreement>& arrays);
// "12.3 us +- 0.4 % (40 runs)"
std::string time_text(const measure::Times& times);
// "1,024", "" if it was not counted.
std::string count_text(const std::optional<uint64_t>& count);

}  // namespace warplens::cli
