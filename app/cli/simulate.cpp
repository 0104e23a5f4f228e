#include "app/cli/simulate.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <utility>

#include "app/cli/progress.hpp"
#include "app/cli/table.hpp"
#include "app/files/files.hpp"
#include "app/lessons/target.hpp"
#include "app/study/run.hpp"
#include "sim/base/say.hpp"
#include "sim/base/worker_pool.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/run/sequence_run.hpp"
#include "sim/whatif/another_run.hpp"

namespace warplens::cli {

void print_warnings(const Runs& runs, const Surroundings& surroundings) {
  for (const auto& run : runs)
    surroundings.err << base::render(run->warnings, run->program->unit->file);
}

void print_mistakes(const base::Diagnostics& mistakes, const base::SourceFile& file,
                    const Surroundings& surroundings) {
  if (surroundings.is_interrupted())
    complain(surroundings, say("interrupted before anything was executed"));
  else
    surroundings.err << base::render(mistakes, file);
}

int complain(const Surroundings& surroundings, const std::string& sentence) {
  surroundings.err << base::headed(base::Severity::kError, sentence);
  return kExitMistake;
}

int refuse(const CommandLine& line, const Surroundings& surroundings, const std::string& sentence) {
  if (line.json && line.measure.targets.size() <= 1) print_refusal_json(surroundings.out, sentence);
  return complain(surroundings, sentence);
}

void note_one_thread(const Runs& runs, const Surroundings& surroundings) {
  for (const auto& run : runs) {
    const std::string words = study::one_thread_text(*run).rendered();
    if (!words.empty()) surroundings.err << base::headed(base::Severity::kNote, words);
  }
}

// A file's launch may be left out; where a program is measured or one block printed, it may not.
static bool guesses_launch(Action action) {
  return action == Action::kRun || action == Action::kFix || action == Action::kCompare;
}

std::optional<Opened> open(const CommandLine& line, const std::string& name,
                           const Surroundings& surroundings) {
  const bool is_one_of_several = line.measure.targets.size() > 1;
  const auto refuse = [&](const std::string& sentence) {
    const bool is_named = !is_one_of_several || sentence.starts_with(name + ":");
    cli::refuse(line, surroundings, (is_named ? "" : name + ": ") + sentence);
    return std::nullopt;
  };
  if (line.launch.device && line.launch.device->find(',') != std::string::npos)
    return refuse(say("'--device {names}': only 'warplens run' takes several devices",
                      "names"_a = *line.launch.device));
  const base::Result<std::vector<lessons::Lesson>, std::string> lessons =
      lessons::lessons_of(line.lessons_folder);
  if (!lessons) return refuse(lessons.error());
  base::Result<lessons::Target, std::string> target =
      lessons::open_target(name, *lessons, line.launch, surroundings.interrupted, line.memory);
  if (!target) return refuse(target.error());
  if (guesses_launch(line.action) && !target->has_launch) {
    if (auto called =
            lessons::guessed_call(*target, line.launch, surroundings.interrupted, line.memory))
      target = std::move(*called);
  }
  Opened opened;
  opened.request = lessons::request_of(*target, line.memory, surroundings.interrupted);
  opened.not_run = lessons::why_not_run(*target);
  opened.has_launch = target->has_launch;
  opened.request.guessed = target->guessed;
  opened.request.guess_note = target->guess_note;
  opened.request.record = false;
  opened.request.keeps_contents = false;
  opened.request.read_data = files::data_reader(opened.request.file.name(), line.launch.readable);
  if (target->lesson) {
    const lessons::Lesson& lesson = (*lessons)[*target->lesson];
    opened.lesson = lesson.id;
    opened.settings = lessons::settings_words(lesson, line.launch.settings);
    opened.recorded = lessons::recorded_words(lesson);
  }
  return opened;
}

// Of each of several launches that are run at a time, so that together they are no more threads
// than requested.
static uint32_t threads_of_one(const CommandLine& line) {
  const uint32_t all = line.launch.threads.value_or(0);
  if (line.measure.jobs <= 1) return all;
  const uint32_t threads = all != 0 ? all : base::WorkerPool::cores();
  return std::max(1u, threads / line.measure.jobs);
}

compare::Points points_of(const CommandLine& line, const Surroundings& surroundings) {
  const base::Result<std::vector<lessons::Lesson>, std::string> lessons =
      lessons::lessons_of(line.lessons_folder);
  if (!lessons) {
    complain(surroundings, lessons.error());
    return {};
  }
  compare::Points points = compare::points_of(line.measure.targets, *lessons);
  for (compare::Point& point : points.points) {
    point.request.store = std::make_shared<prepare::RunStore>(line.memory);
    point.request.launch.threads = threads_of_one(line);
    point.request.cancelled = surroundings.interrupted;
  }
  for (const std::string& problem : points.problems) complain(surroundings, problem);
  return points;
}

std::string why_incomplete(const run::Run& run) {
  switch (run.ending) {
    case run::Ending::kComplete:
      return "";
    case run::Ending::kStepLimit:
      return say(
          "the simulation stopped at the step limit after {count} warp instructions; an endless "
          "loop? --step-limit N raises it",
          "count"_a = grouped(run.steps));
    case run::Ending::kSetUpLimit:
      return say(
          "the simulation stopped: starting its blocks, warps and local arrays took as much work "
          "as {count} warp instructions; use a smaller grid or smaller local arrays, or raise "
          "--step-limit N",
          "count"_a = grouped(run.set_up));
    case run::Ending::kWorkLimit:
      return say(
          "the simulation stopped after {count} warp instructions: with what its accesses and slow "
          "instructions cost, they are more work than the limit allows (see 'warplens --help'); "
          "use a smaller launch, or raise --step-limit N",
          "count"_a = grouped(run.steps));
    case run::Ending::kSequenceLimit:
      return say(
          "the simulation stopped: its launches together may execute {count} times the step limit "
          "of one; --step-limit N raises it",
          "count"_a = prepare::kSequenceStepLimits);
    case run::Ending::kMemoryLimit:
      return say(
          "the simulation stopped: its arrays, local memory and stacks would have taken more "
          "memory than a launch may (see the limits in 'warplens --help'); give arrays more by "
          "--memory SIZE, or use smaller ones");
    case run::Ending::kTrapped:
      return say(
          "the simulated kernel stopped at a trap, a failed assert or a copy that a GPU refuses");
    case run::Ending::kDeadlock:
      return say("the simulated kernel stopped where no thread can go on");
    case run::Ending::kCancelled:
    case run::Ending::kRunning:
      break;
  }
  return say(
      "interrupted after {count} warp instructions, when {blocks} of {all} blocks had run; what "
      "was counted until then is shown",
      "count"_a = grouped(run.steps), "blocks"_a = grouped(run.blocks),
      "all"_a = grouped(run.context->grid.count()));
}

bool fails(const std::vector<observe::Finding>& findings, FailOn fail_on) {
  return std::any_of(findings.begin(), findings.end(), [&](const observe::Finding& finding) {
    return fail_on == FailOn::kHint ||
           (fail_on == FailOn::kError && finding.severity == base::Severity::kError);
  });
}

int status_of(const run::Run& run, FailOn fail_on) {
  int status = kExitDone;
  const bool has_advice = fail_on == FailOn::kHint && !run.advice.empty();
  if (has_advice || fails(run.findings, fail_on) || run.ending == run::Ending::kTrapped ||
      run.ending == run::Ending::kDeadlock) {
    status = worse(status, kExitFindings);
  }
  if (run::is_cut(run.ending)) status = worse(status, kExitCut);
  if (run.ending == run::Ending::kCancelled) status = worse(status, kExitInterrupted);
  return status;
}

std::string why_no_gpu(const measure::Measured<measure::MachineAnswer>& machine) {
  if (!machine) return machine.error().message;
  if (!machine->devices.empty()) return "";
  return machine->missing.empty() ? say("this machine has no GPU") : machine->missing.front();
}

static run::AfterSlice shown_by(RunProgress& progress) {
  return [&progress](const run::SequenceRun& now) {
    const run::SequenceRun::Position at = now.position();
    if (at.blocks != 0) progress(at.blocks_done, at.blocks);
  };
}

base::Checked<Runs> simulate(prepare::Request request, const Surroundings& surroundings) {
  const base::SourceFile file = request.file;
  RunProgress progress(surroundings.show_progress);
  base::Checked<Runs> runs = run::run_sequence(std::move(request), shown_by(progress));
  progress.end();
  if (runs)
    print_warnings(*runs, surroundings);
  else
    print_mistakes(runs.error(), file, surroundings);
  return runs;
}

// Of one device among several: by whom the launch is refused.
static base::Diagnostics with_device_name(base::Diagnostics errors, const std::string& device) {
  for (base::Diagnostic& error : errors)
    error.message =
        say("'--device {name}': {problem}", "name"_a = device, "problem"_a = error.message);
  return errors;
}

base::Checked<OnDevices> simulate_on(const std::vector<std::string>& devices,
                                     const prepare::Request& request,
                                     const Surroundings& surroundings) {
  for (const std::string& id : devices) {  // a typing mistake is no device that refuses
    const base::Checked<model::Device> device = prepare::pick_device(id);
    if (device.ok()) continue;
    print_mistakes(device.error(), request.file, surroundings);
    return base::fail(device.error());
  }
  RunProgress progress(surroundings.show_progress);
  std::vector<base::Checked<Runs>> results =
      whatif::run_on_devices(request, devices, shown_by(progress));
  progress.end();
  OnDevices on;
  std::set<std::string> reasons;
  base::Diagnostics all;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].ok()) {
      on.runs.push_back(std::move(*results[i]));
      continue;
    }
    on.refused.push_back({i, devices[i], results[i].error()});
    reasons.insert(base::render(results[i].error(), request.file));
    for (base::Diagnostic& error : with_device_name(results[i].error(), devices[i]))
      all.push_back(std::move(error));
  }
  // What is wrong on every device is the text's, or the launch's.
  if (on.runs.empty() && reasons.size() == 1) all = on.refused.front().errors;
  if (on.runs.empty()) {
    print_mistakes(all, request.file, surroundings);
    return base::fail(std::move(all));
  }
  print_warnings(on.runs.front(), surroundings);  // are about the text and launch
  if (surroundings.is_interrupted())
    on.refused.clear();  // they were not reached
  else
    surroundings.err << base::render(all, request.file);
  return on;
}

}  // namespace warplens::cli
