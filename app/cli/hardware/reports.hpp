// What the commands about hardware print: measurements, comparisons, and the launches of a text
// held against a device's limits.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <iosfwd>
#include <optional>
#include <ostream>
#include <string>

#include "app/cli/command_line.hpp"
#include "app/cli/json.hpp"
#include "app/cli/report.hpp"
#include "app/cli/run_cli.hpp"
#include "app/compare/comparison.hpp"
#include "kernels/measure/format/measurement.hpp"
#include "sim/prepare/launch_needs.hpp"

namespace warplens::cli {

// A measurement as text for people.

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

// A comparison as text for people, within 120 columns, and as JSON for programs.

void print_comparison(std::ostream& out, const compare::Comparison& comparison);
Json comparison_json(const compare::Comparison& comparison);

// warplens devices ID FILE: the launches of a text held against a device's limits.

// Of the line's target, compiled for the device; nothing once a mistake was reported.
std::optional<prepare::TextLaunches> launches_on(const CommandLine& line,
                                                 const model::Device& device,
                                                 const Surroundings& surroundings);

void print_launches(std::ostream& out, const std::string& target,
                    const prepare::TextLaunches& launches, const model::Device& device);
Json launches_json(const prepare::TextLaunches& launches, const model::Device& device);

}  // namespace warplens::cli
