#include "sim/whatif/another_device.hpp"

#include <algorithm>
#include <utility>

#include "sim/observe/totals/step_cost.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/validate.hpp"

namespace warplens::engine {
namespace {

bool has_shared(const analysis::Totals& totals) {
  return std::any_of(std::begin(totals.shared), std::end(totals.shared),
                     [](const analysis::SharedTotal& total) { return total.requests > 0; });
}

// Whether the run's launch would do the same on the device.
bool is_same_execution(const Run& run, const model::Device& device) {
  if (run.program->unit->reads_device) return false;
  if (run.ending == Ending::kCancelled || run.ending == Ending::kWorkLimit ||
      run.ending == Ending::kRunning) {
    return false;
  }
  base::Diagnostics warnings;  // are about the launch alone
  return validate_launch(*run.program, run.request.launch, device, run.request.record, warnings)
      .empty();
}

analysis::SharedTotal without_waves(const analysis::SharedTotal& total) {
  analysis::SharedTotal rest;
  rest.requests = total.requests;
  return rest;
}

void forget_counts(Run& run) {
  run.is_counted = false;
  for (analysis::SharedTotal& total : run.totals.shared) total = without_waves(total);
  for (analysis::AccessRow& row : run.accesses) row.shared = without_waves(row.shared);
  run.advice.clear();
}

void take_counts(Run& run, const DeviceCounts& counts) {
  run.is_counted = true;
  run.totals = counts.totals;
  run.accesses = counts.accesses;
  run.advice = counts.advice;
}

std::shared_ptr<const Run> run_on(const Run& run, const model::Device& device,
                                  const std::string& id) {
  auto result = std::make_shared<Run>(run);
  result->device = device;
  if (device.runs_in_lockstep() != run.device.runs_in_lockstep())
    std::swap(result->findings, result->other_findings);
  result->request.launch.device = id;
  if (device.counts_as(run.device) || !has_shared(run.totals)) return result;
  if (run.recording != nullptr) {
    result->costs = std::make_shared<const trace::StepCosts>(
        analysis::step_costs(*run.recording, *run.program, device));
  }
  std::vector<DeviceCounts>& others = result->other_counts;
  const auto known = std::find_if(others.begin(), others.end(), [&](const DeviceCounts& counts) {
    return counts.device.counts_as(device);
  });
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

std::optional<Runs> on_device(const Runs& runs, const std::string& id) {
  const base::Checked<model::Device> device = pick_device(id);
  if (!device) return std::nullopt;
  const bool is_same = std::all_of(
      runs.begin(), runs.end(), [&](const auto& run) { return is_same_execution(*run, *device); });
  if (!is_same) return std::nullopt;
  Runs result;
  for (const std::shared_ptr<const Run>& run : runs) result.push_back(run_on(*run, *device, id));
  return result;
}

std::optional<Runs> with_counts(const Runs& runs, const Runs& counted) {
  if (runs.size() != counted.size()) return std::nullopt;
  Runs result;
  for (size_t i = 0; i < runs.size(); ++i) {
    const Run& now = *counted[i];
    if (now.ending != runs[i]->ending || now.steps != runs[i]->steps) return std::nullopt;
    auto run = std::make_shared<Run>(*runs[i]);
    take_counts(*run, {now.device, now.totals, now.accesses, now.advice});
    result.push_back(std::move(run));
  }
  return result;
}

base::Checked<std::vector<Runs>> run_on_devices(const Request& request,
                                                const std::vector<std::string>& devices) {
  Request first = request;
  first.launch.device = devices.front();
  for (size_t i = 1; i < devices.size(); ++i) {
    const base::Checked<model::Device> device = pick_device(devices[i]);
    if (!device) return base::fail(device.error());
    first.also_count.push_back(*device);
  }
  const base::Checked<Runs> together = run_sequence(std::move(first));
  if (!together) return base::fail(together.error());
  std::vector<Runs> result;
  for (const std::string& device : devices) {
    std::optional<Runs> runs = on_device(*together, device);
    const bool is_cancelled = together->back()->ending == Ending::kCancelled;
    if (!runs && is_cancelled && device == devices.front()) runs = *together;
    if (!runs) {
      Request alone = request;
      alone.launch.device = device;
      base::Checked<Runs> made = run_sequence(std::move(alone));
      if (!made) return base::fail(made.error());
      runs = std::move(*made);
    }
    result.push_back(std::move(*runs));
  }
  return result;
}

}  // namespace warplens::engine
