#include "sim/whatif/another_run.hpp"

#include <algorithm>
#include <utility>

#include "sim/observe/totals/step_cost.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/validate.hpp"

namespace warplens::whatif {
namespace {

bool has_shared(const observe::Totals& totals) {
  return std::any_of(std::begin(totals.shared), std::end(totals.shared),
                     [](const observe::SharedTotal& total) { return total.requests > 0; });
}

// Whether the run's launch would do the same on the device.
bool is_same_execution(const run::Run& run, const model::Device& device) {
  if (run.program->unit->reads_device) return false;
  if (run.ending == run::Ending::kCancelled || run.ending == run::Ending::kWorkLimit ||
      run.ending == run::Ending::kRunning) {
    return false;
  }
  base::Diagnostics warnings;  // are about the launch alone
  return prepare::validate_launch(*run.program, run.request.launch, device, run.request.record,
                                  warnings)
      .empty();
}

observe::SharedTotal without_waves(const observe::SharedTotal& total) {
  observe::SharedTotal rest;
  rest.requests = total.requests;
  return rest;
}

void forget_counts(run::Run& run) {
  run.is_counted = false;
  for (observe::SharedTotal& total : run.totals.shared) total = without_waves(total);
  for (observe::AccessRow& row : run.accesses) row.shared = without_waves(row.shared);
  run.advice.clear();
}

void take_counts(run::Run& run, const observe::DeviceCounts& counts) {
  run.is_counted = true;
  run.totals = counts.totals;
  run.accesses = counts.accesses;
  run.advice = counts.advice;
}

std::shared_ptr<const run::Run> run_on(const run::Run& run, const model::Device& device,
                                       const std::string& id) {
  auto result = std::make_shared<run::Run>(run);
  result->device = device;
  if (device.runs_in_lockstep() != run.device.runs_in_lockstep())
    std::swap(result->findings, result->other_findings);
  result->request.launch.device = id;
  if (device.counts_as(run.device) || !has_shared(run.totals)) return result;
  if (run.recording != nullptr) {
    result->costs = std::make_shared<const trace::StepCosts>(
        observe::step_costs(*run.recording, *run.program, device));
  }
  std::vector<observe::DeviceCounts>& others = result->other_counts;
  const auto known = std::find_if(
      others.begin(), others.end(),
      [&](const observe::DeviceCounts& counts) { return counts.device.counts_as(device); });
  if (known != others.end()) {
    take_counts(*result, *known);
    others.erase(known);
  } else {
    forget_counts(*result);
  }
  if (run.is_counted) others.push_back({run.device, run.totals, run.accesses, run.advice});
  return result;
}

}  // namespace

std::optional<run::Runs> on_device(const run::Runs& runs, const std::string& id) {
  const base::Checked<model::Device> device = prepare::pick_device(id);
  if (!device) return std::nullopt;
  const bool is_same = std::all_of(
      runs.begin(), runs.end(), [&](const auto& run) { return is_same_execution(*run, *device); });
  if (!is_same) return std::nullopt;
  run::Runs result;
  for (const std::shared_ptr<const run::Run>& run : runs)
    result.push_back(run_on(*run, *device, id));
  return result;
}

std::optional<run::Runs> with_counts(const run::Runs& runs, const run::Runs& counted) {
  if (runs.size() != counted.size()) return std::nullopt;
  run::Runs result;
  for (size_t i = 0; i < runs.size(); ++i) {
    const run::Run& now = *counted[i];
    if (now.ending != runs[i]->ending || now.steps != runs[i]->steps) return std::nullopt;
    auto run = std::make_shared<run::Run>(*runs[i]);
    take_counts(*run, {now.device, now.totals, now.accesses, now.advice});
    result.push_back(std::move(run));
  }
  return result;
}

std::vector<base::Checked<run::Runs>> run_on_devices(const prepare::Request& request,
                                                     const std::vector<std::string>& devices,
                                                     const run::AfterSlice& after_slice) {
  std::vector<base::Checked<run::Runs>> results;
  std::optional<run::Runs> together;  // on the first device that takes the launch, for all others
  for (size_t i = 0; i < devices.size(); ++i) {
    prepare::Request alone = request;
    alone.launch.device = devices[i];
    std::optional<run::Runs> runs;
    if (!together) {
      prepare::Request first = alone;
      for (size_t k = i + 1; k < devices.size(); ++k) {
        if (const base::Checked<model::Device> other = prepare::pick_device(devices[k]); other.ok())
          first.also_count.push_back(*other);
      }
      base::Checked<run::Runs> made = run::run_sequence(std::move(first), after_slice);
      if (!made) {
        results.emplace_back(base::fail(made.error()));
        continue;
      }
      together = std::move(*made);
      if (together->back()->ending == run::Ending::kCancelled) runs = together;
    }
    if (!runs) runs = on_device(*together, devices[i]);
    results.push_back(runs ? base::Checked<run::Runs>(std::move(*runs))
                           : run::run_sequence(std::move(alone), after_slice));
  }
  return results;
}

}  // namespace warplens::whatif
