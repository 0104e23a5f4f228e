// A GPU for the session's tests that says what the simulation says, or what the test wants.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "app/compare/gather.hpp"
#include "app/compare/rows.hpp"
#include "app/gui/session/measurer.hpp"

namespace warplens::test {

class StandInMeasurer : public gui::Measurer {
 public:
  std::atomic<bool> has_gpu{true};
  std::atomic<bool> waits{false};  // a measurement goes on until it is cancelled
  std::string problem;             // of the next measurement
  compare::Recordings recorded;
  int machines = 0, launches = 0, accesses = 0;  // how often it was asked
  measure::WarpAccess last_access;

  measure::Measured<measure::MachineAnswer> machine(const measure::Ask&) override {
    ++machines;
    if (!has_gpu) {
      return base::fail(measure::Problem{measure::ProblemKind::kNoDriver, "there is no driver"});
    }
    measure::MachineAnswer answer;
    answer.devices.emplace_back();
    answer.devices.back().name = "Stand-in GPU";
    return answer;
  }

  measure::Measured<measure::Measurement> measure_launch(const engine::Request& request,
                                                         const scene::Runs& simulated,
                                                         const measure::Ask& ask) override {
    ++launches;
    ask.progress(0.5, "counting");
    if (auto stopped = stop(ask)) return base::fail(*stopped);
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

  measure::Measured<measure::AccessAnswer> measure_access(const measure::WarpAccess& access,
                                                          const measure::Ask& ask) override {
    ++accesses;
    last_access = access;
    if (auto stopped = stop(ask)) return base::fail(*stopped);
    measure::AccessAnswer answer;
    answer.provenance.device = "Stand-in GPU";
    answer.calibration = "28 + 2 x (wavefronts - 1) cycles";
    answer.results.emplace_back();
    answer.results.back().wavefronts = 7.98;
    answer.results.back().uncertainty = 0.03;
    return answer;
  }

  base::Result<gui::TextKey, std::string> key_of(const engine::Request& request) override {
    return real_->key_of(request);
  }
  const compare::Recordings& recordings() override { return recorded; }
  compare::Comparison compare(const scene::Runs& simulated, const measure::Measurement* measured,
                              const measure::Measurement* found) override {
    return real_->compare(simulated, measured, found);
  }

  // What the simulation counted, as a build's counts.
  static measure::BuildResult result_of(measure::Build build, const scene::Runs& simulated) {
    measure::BuildResult result;
    result.build = build;
    result.method = measure::Method::kCountersByLine;
    for (const auto& run : simulated) {
      measure::LaunchResult launch;
      for (const auto& [key, row] : compare::rows_of(*run)) {
        launch.lines.push_back({key.file, key.line, key.space, key.operation, row.counts});
      }
      launch.times = measure::Times{12.5, 0.01, 30, true};
      result.launches.push_back(std::move(launch));
    }
    return result;
  }

 private:
  std::optional<measure::Problem> stop(const measure::Ask& ask) {
    if (!problem.empty()) {
      return measure::Problem{measure::ProblemKind::kFault, std::exchange(problem, "")};
    }
    for (int i = 0; waits && i < 1000; ++i) {
      if (*ask.cancelled) {
        return measure::Problem{measure::ProblemKind::kCancelled, "the measurement was cancelled"};
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return std::nullopt;
  }

  std::shared_ptr<gui::Measurer> real_ = gui::make_measurer({});
};

}  // namespace warplens::test
