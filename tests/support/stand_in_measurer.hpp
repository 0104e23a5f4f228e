// A GPU for the window's tests that counts what the simulation counts, or does what the test wants.
// Its compiler merges four shared loads into one, so that there is something to explain; its times
// grow with what was counted.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "app/compare/gather.hpp"
#include "app/compare/rows.hpp"
#include "app/session/measuring/measurer.hpp"

namespace warplens::test {

class StandInMeasurer : public gui::Measurer {
 public:
  std::atomic<bool> has_gpu{true};
  std::atomic<bool> waits{false};  // a measurement goes on until it is cancelled
  std::string problem;             // of the next measurement
  compare::Recordings recorded;
  int machines = 0, launches = 0, accesses = 0;  // how often it was asked
  measure::WarpAccess last_access;

  measure::Measured<measure::MachineAnswer> machine(const measure::WaitOptions&) override {
    ++machines;
    if (!has_gpu) {
      return base::fail(measure::Problem{measure::ProblemKind::kNoDriver, "there is no driver"});
    }
    measure::MachineAnswer answer;
    answer.devices.emplace_back();
    answer.devices.back().name = "Stand-in GPU";
    answer.devices.back().compute_major = 9;
    answer.devices.back().multiprocessors = 132;
    return answer;
  }

  measure::Measured<measure::Measurement> measure_launch(
      const prepare::Request& request, const scene::Runs& simulated,
      const measure::WaitOptions& wait) override {
    ++launches;
    wait.progress(0.5, "counting");
    if (auto stopped = stop(wait)) return base::fail(*stopped);
    return measurement_of(request, simulated);
  }

  measure::Measured<measure::AccessAnswer> measure_access(
      const measure::WarpAccess& access, const measure::WaitOptions& wait) override {
    ++accesses;
    last_access = access;
    if (auto stopped = stop(wait)) return base::fail(*stopped);
    measure::AccessAnswer answer;
    answer.provenance.device = "Stand-in GPU";
    answer.calibration = "28 + 2 x (wavefronts - 1) cycles";
    answer.results.emplace_back();
    answer.results.back().wavefronts = 7.98;
    answer.results.back().uncertainty = 0.03;
    answer.results.back().cycles = 42;
    return answer;
  }

  base::Result<gui::TextKey, std::string> key_of(const prepare::Request& request) override {
    return real_->key_of(request);
  }
  base::Progress read_recordings(base::Slice&) override { return base::Progress::kDone; }
  const compare::Recordings& recordings() override { return recorded; }
  compare::Comparison compare(const scene::Runs& simulated, const measure::Measurement* measured,
                              const measure::Measurement* found) override {
    return real_->compare(simulated, measured, found);
  }

  static measure::BuildResult result_of(measure::Build build, const scene::Runs& simulated) {
    measure::BuildResult result;
    result.build = build;
    result.method = measure::Method::kCountersByLine;
    const bool is_compiled = build == measure::Build::kAsCompiled;
    for (const auto& run : simulated) {
      measure::LaunchResult launch;
      uint64_t cost = 0;
      for (const auto& [key, row] : compare::rows_of(*run)) {
        measure::LineCounts line{key.file, key.line, key.space, key.operation, row.counts};
        if (is_compiled && key.operation == measure::Operation::kLoad && merge(line.counts)) {
          launch.causes.push_back({key.file, key.line, key.space, key.operation,
                                   measure::CauseKind::kMerged,
                                   "4 loads of 4 bytes became 1 of 16 bytes (LDS.128)"});
        }
        cost += line.counts.wavefronts.value_or(0) + line.counts.sectors.value_or(0);
        launch.lines.push_back(std::move(line));
      }
      const double us = (is_compiled ? 2.5 : 6) + static_cast<double>(cost) * 0.001;
      launch.times = measure::Times{us, 0.01, 30, true};
      result.launches.push_back(std::move(launch));
    }
    return result;
  }

  // A measurement of these runs as a file of recordings would hold it.
  measure::Measured<measure::Measurement> measurement_of(const prepare::Request& request,
                                                         const scene::Runs& simulated) {
    measure::Measurement measurement;
    const auto key = key_of(request);
    if (!key) return base::fail(measure::Problem{measure::ProblemKind::kInput, key.error()});
    measurement.text_hash = key->text_hash;
    measurement.launch = key->launch;
    measurement.provenance.device = "Stand-in GPU";
    measurement.provenance.date = "2026-01-02";
    for (const auto build : {measure::Build::kAsWritten, measure::Build::kAsCompiled}) {
      measurement.builds.push_back(result_of(build, simulated));
    }
    return measurement;
  }

 private:
  std::optional<measure::Problem> stop(const measure::WaitOptions& wait) {
    if (!problem.empty()) {
      return measure::Problem{measure::ProblemKind::kFault, std::exchange(problem, "")};
    }
    for (int i = 0; waits && i < 1000; ++i) {
      if (*wait.cancelled) {
        return measure::Problem{measure::ProblemKind::kCancelled, "the measurement was cancelled"};
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return std::nullopt;
  }

  // Loads of shared memory whose number divides by four.
  static bool merge(measure::Counts& counts) {
    if (!counts.wavefronts || !counts.requests || *counts.requests < 64) return false;
    if (*counts.requests % 4 != 0 || *counts.wavefronts % 4 != 0) return false;
    counts.requests = *counts.requests / 4;
    counts.wavefronts = *counts.wavefronts / 4;
    return true;
  }

  std::shared_ptr<gui::Measurer> real_ = gui::make_measurer({});
};

}  // namespace warplens::test
