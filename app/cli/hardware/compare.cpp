// `warplens compare`: simulates, measures where there is a GPU, looks the launch up in the
// recordings. Without a GPU it shows the rest and reports that.
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/hardware/commands.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/report.hpp"
#include "app/cli/simulate.hpp"
#include "app/study/comparison.hpp"
#include "app/study/run.hpp"
#include "app/study/words.hpp"
#include "kernels/measure/child/worker.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

// What such a launch counts means little, on either side. The exit status for it.
int note_findings(const Runs& runs, const Surroundings& surroundings) {
  int status = kExitDone;
  for (const auto& run : runs) {
    for (const observe::Finding& finding : run->findings) {
      if (finding.severity == base::Severity::kError) status = kExitFindings;
      const std::string message =
          say("line {line}: {message}", "line"_a = finding.line, "message"_a = finding.message);
      surroundings.err << base::headed(
          base::Severity::kWarning, finding.file.empty() ? message : finding.file + ": " + message);
    }
  }
  return status;
}

int compare_target(const CommandLine& line, const std::string& name,
                   const compare::Recordings& recordings, measure::Worker& worker,
                   const Surroundings& surroundings, std::vector<Json>& reports) {
  std::optional<Opened> opened = open(line, name, surroundings);
  if (!opened) return kExitMistake;
  const std::optional<KernelChoice> choice = guess_open_launch(line, *opened, surroundings);
  surroundings.err << base::render(offers_of(*opened), opened->request.file);
  opened->request.record = true;
  const base::Checked<Runs> simulated = simulate(opened->request, surroundings);
  if (!simulated) return surroundings.is_interrupted() ? kExitInterrupted : kExitMistake;
  surroundings.err << base::render(opened->not_run, opened->request.file);
  const Runs& runs = *simulated;
  study::Section guessed;
  study::add_guess_lines(guessed, opened->request);
  study::add_guess_facts(guessed, opened->request);
  const int found = note_findings(runs, surroundings);
  if (runs.back()->ending != run::Ending::kComplete) {
    const std::string reason =
        say("nothing to compare: {reason}", "reason"_a = why_incomplete(*runs.back()));
    complain(surroundings, reason);
    reports.push_back({{"target", name},
                       {"launch", compare::launch_words(opened->request.launch)},
                       {"ending", study::word(runs.back()->ending)},
                       {"reason", reason}});
    return worse(found, status_of(*runs.back()));
  }
  std::optional<measure::Measured<measure::Measurement>> measured_launch;
  if (!line.measure.offline) {
    measured_launch = compare::measure_launch(worker, opened->request, runs, line.measure.options,
                                              measure::WaitOptions{});
  }
  const measure::Measurement* measured =
      measured_launch && measured_launch->ok() ? &**measured_launch : nullptr;
  const measure::Measurement* recorded = compare::look_up(recordings, opened->request);
  compare::Comparison comparison = compare::compare(runs, measured, recorded);
  if (measured_launch && !measured) {
    comparison.sources.push_back(
        say("not measured: {reason}", "reason"_a = measured_launch->error().message));
  }
  if (recorded == nullptr) {
    comparison.sources.push_back(say("recorded: no recording holds this text and launch"));
    for (const std::string& words : opened->recorded)
      comparison.sources.push_back(
          say("this lesson is recorded with {parameters}", "parameters"_a = words));
  }
  if (line.json) {
    reports.push_back(
        {{"target", name}, {"launch", compare::launch_words(opened->request.launch)}});
    reports.back().update(to_json(study::describe(comparison)));
    reports.back().update(to_json(guessed));
    if (choice) reports.back()["chosen_kernel"] = choice_json(*choice);
  } else {
    if (choice) print_choice(surroundings.out, *choice);
    print(surroundings.out, guessed, false);
    print(surroundings.out, study::describe(comparison), false);
    note_one_thread(runs, surroundings);
  }
  return worse(found, compare::is_wrong(comparison) ? kExitDiffers : kExitDone);
}

// One target's report is the object itself.
void print_reports(const std::vector<Json>& reports, size_t targets, std::ostream& out) {
  Json json = {{"version", kJsonVersion}};
  if (targets > 1)
    json["targets"] = reports;
  else if (!reports.empty())
    json.update(reports.front());
  if (targets > 1 || !reports.empty()) out << to_text(json, 2) << "\n";
}

}  // namespace

int compare_targets(const CommandLine& line, const Surroundings& surroundings) {
  const compare::Recordings recordings = compare::load_recordings(line.measure.recordings_folder);
  const std::string& folder = line.measure.recordings_folder;
  const bool is_useless = !folder.empty() && recordings.own == 0;
  for (const std::string& problem : recordings.problems)
    surroundings.err << base::headed(is_useless ? base::Severity::kError : base::Severity::kWarning,
                                     problem);
  if (is_useless)
    return kExitMistake;  // another GPU's numbers would be taken for the requested ones
  if (line.measure.all) return compare_all(line, recordings, surroundings);
  measure::Worker worker(surroundings.measuring_command);
  int status = kExitDone;
  std::vector<Json> reports;
  for (const std::string& name : line.measure.targets) {
    status = worse(status, compare_target(line, name, recordings, worker, surroundings, reports));
    if (surroundings.is_interrupted()) break;
  }
  if (line.json) print_reports(reports, line.measure.targets.size(), surroundings.out);
  return surroundings.is_interrupted() ? kExitInterrupted : status;
}

}  // namespace warplens::cli
