// `warplens measure`: every target is simulated, so that arrays can be compared and bytes counted,
// and run on the GPU. One target that fails does not stop the others.
#include "app/cli/hardware/commands.hpp"

#include <ostream>
#include <set>

#include "app/cli/print_section.hpp"
#include "app/cli/simulate.hpp"
#include "app/study/measurement.hpp"
#include "kernels/measure/child/serve.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

// The user's mistake has its own status; everything else is the machine's.
int complain(const Surroundings& surroundings, const measure::Problem& problem) {
  const bool is_rendered = problem.message.ends_with('\n');  // diagnostics with their lines
  surroundings.err << (is_rendered ? problem.message
                                   : base::headed(base::Severity::kError, problem.message));
  const bool is_mistake = problem.kind == measure::ProblemKind::kInput ||
                          problem.kind == measure::ProblemKind::kCompile;
  return is_mistake ? kExitMistake : kExitNotMeasured;
}

// Several targets, cuBLAS, ceilings and latencies in one go.
struct Measuring : study::MeasuredTargets {
  std::optional<measure::Latencies> latencies;
  std::set<std::string> reported;  // problems; several targets may have the same
  int status = kExitDone;

  void fail(const Surroundings& surroundings, const measure::Problem& problem) {
    if (reported.insert(problem.message).second)
      status = worse(status, complain(surroundings, problem));
  }
};

void measure_target(const CommandLine& line, const std::string& name,
                    const Surroundings& surroundings, measure::Worker& worker,
                    Measuring& measuring) {
  std::optional<Opened> opened = open(line, name, surroundings);
  if (!opened) {
    measuring.status = worse(measuring.status, kExitMistake);
    return;
  }
  study::MeasuredTarget target;
  target.name = opened->lesson.empty() ? name : opened->lesson;
  if (line.measure.options.count) {
    prepare::Request request = opened->request;
    request.record = true;
    const base::Checked<Runs> runs = simulate(std::move(request), surroundings);
    if (!runs) {
      measuring.status = worse(measuring.status, kExitMistake);
      return;
    }
    target.runs = *runs;
    for (const auto& run : target.runs) measuring.status = worse(measuring.status, status_of(*run));
    if (target.runs.back()->ending != run::Ending::kComplete) {
      surroundings.err << base::headed(base::Severity::kNote,
                                       say("arrays are not compared: {reason}",
                                           "reason"_a = why_incomplete(*target.runs.back())));
      target.runs.clear();
    }
  }
  if (surroundings.is_interrupted()) return;
  measure::Measured<measure::Measurement> measurement = compare::measure_launch(
      worker, opened->request, target.runs, line.measure.options, measure::WaitOptions{});
  if (!measurement) {
    measuring.fail(surroundings, measurement.error());
    return;
  }
  measurement->lesson = opened->lesson;
  measurement->settings = opened->settings;
  target.measurement = std::move(*measurement);
  measuring.targets.push_back(std::move(target));
}

Measuring measure_all(const CommandLine& line, const Surroundings& surroundings,
                      measure::Worker& worker) {
  Measuring measuring;
  measuring.cublas_n = line.measure.cublas;
  for (const std::string& name : line.measure.targets) {
    if (!surroundings.is_interrupted()) measure_target(line, name, surroundings, worker, measuring);
  }
  if (surroundings.is_interrupted()) {
    measuring.status = kExitInterrupted;
    return measuring;
  }
  if (line.measure.ceilings) {
    const measure::Measured<measure::Ceilings> ceilings = worker.ceilings();
    if (ceilings)
      measuring.ceilings = *ceilings;
    else
      measuring.fail(surroundings, ceilings.error());
  }
  if (line.measure.latencies) {
    const measure::Measured<measure::Latencies> latencies = worker.latencies();
    if (latencies)
      measuring.latencies = *latencies;
    else
      measuring.fail(surroundings, latencies.error());
  }
  if (line.measure.cublas > 0) {
    const measure::Measured<measure::Times> cublas = worker.cublas_product(line.measure.cublas);
    if (cublas)
      measuring.cublas = *cublas;
    else
      measuring.fail(surroundings, cublas.error());
  }
  return measuring;
}

// The format of assets/measurements, so that the output is a recording.
measure::MeasurementFile recording_of(const Measuring& measuring, measure::Worker& worker) {
  measure::MeasurementFile recording;
  const measure::Measured<measure::MachineAnswer> machine = worker.machine();
  if (machine && !machine->devices.empty()) {
    recording.device = machine->devices.front();
    recording.provenance = machine->provenance;
  }
  recording.ceilings = measuring.ceilings;
  recording.latencies = measuring.latencies;
  for (const study::MeasuredTarget& target : measuring.targets) {
    recording.provenance = target.measurement.provenance;
    recording.measurements.push_back(target.measurement);
  }
  return recording;
}

}  // namespace

int measure_targets(const CommandLine& line, const Surroundings& surroundings) {
  if (!line.measure.record_folder.empty()) return record(line, surroundings);
  measure::Worker worker(surroundings.measuring_command);
  const Measuring measuring = measure_all(line, surroundings, worker);
  const bool has_table = !measuring.targets.empty() || measuring.cublas || measuring.ceilings;
  if (!has_table && !measuring.latencies) return measuring.status;
  if (line.json) {
    surroundings.out << measure::print_recording(recording_of(measuring, worker));
  } else if (measuring.targets.size() == 1 && !measuring.cublas) {
    print(surroundings.out, study::describe(measuring.targets.front(), measuring.ceilings), false);
  } else {
    print(surroundings.out, study::describe(measuring), false);
  }
  if (measuring.latencies && !line.json)
    print(surroundings.out, study::describe(*measuring.latencies), false);
  return measuring.status;
}

int measure_child() {
  return measure::serve_standard_streams(*measure::make_gpu());
}

int compile_child() {
  return measure::serve_standard_streams(*measure::make_compiler());
}

}  // namespace warplens::cli
