// Carries out a command line: opens what it names, runs it through the one engine, prints the
// report, and turns what happened into an exit status. Errors go to the error stream, reports to
// the other.
#include "app/cli/run_cli.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <ostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/fix.hpp"
#include "app/cli/hardware/check_hardware.hpp"
#include "app/cli/hardware/commands.hpp"
#include "app/cli/language.hpp"
#include "app/cli/report.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/trials.hpp"
#include "app/cli/visible_stream.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/lessons/target.hpp"
#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/fragment.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/run.hpp"
#include "sim/whatif/suggest_guard.hpp"

namespace warplens::cli {
namespace {

// "" if every --dump names an array of the run, and no file is the text itself.
std::string check_dumps(const std::vector<Dump>& dumps, const run::Run& run) {
  std::vector<std::string> arrays;
  for (const machine::ArrayShape& array : run.arrays) arrays.push_back(array.name);
  for (const Dump& dump : dumps) {
    if (files::is_same_file(dump.path, run.request.file.name()))
      return say("'--dump {name}={path}': this is the text that is run; write to another file",
                 "name"_a = dump.array, "path"_a = dump.path);
    if (std::find(arrays.begin(), arrays.end(), dump.array) != arrays.end()) continue;
    const std::string nearest = base::nearest_name(dump.array, arrays);
    return base::with_suggestion(say("'--dump {name}={path}': the launch has no array '{name}'",
                                     "name"_a = dump.array, "path"_a = dump.path),
                                 nearest);
  }
  return "";
}

std::string write_dumps(const std::vector<Dump>& dumps, const run::Run& run) {
  const std::shared_ptr<const machine::GlobalMemory> memory = run.memory_after->get();
  WL_ASSERT(memory != nullptr, "what the last launch leaves is pinned");
  for (const Dump& dump : dumps) {
    for (uint32_t i = 0; i < memory->array_count(); ++i) {
      const machine::GlobalArray& array = memory->array(i);
      if (array.name != dump.array) continue;
      if (std::string problem = files::write_bytes(dump.path, array.bytes.to_vector());
          !problem.empty())
        return problem;
    }
  }
  return "";
}

// "" if the block to trace and its warp are in the launch.
std::string check_place(const CommandLine& line, const launch::Launch& launch) {
  if (line.at[0] >= launch.grid.x || line.at[1] >= launch.grid.y || line.at[2] >= launch.grid.z) {
    const Report* named = naming_block(line.reports);
    return say(
        "'{option}': there is no block x {x} y {y} z {z} in a grid of {width} x {height} x "
        "{depth}",
        "option"_a = named != nullptr ? named->row->option : "--at", "x"_a = line.at[0],
        "y"_a = line.at[1], "z"_a = line.at[2], "width"_a = launch.grid.x,
        "height"_a = launch.grid.y, "depth"_a = launch.grid.z);
  }
  const uint64_t warps = (launch.block.count() + trace::kWarpSize - 1) / trace::kWarpSize;
  if (line.trace.warp && *line.trace.warp >= warps) {
    return say_count("'--warp {number}': the block has {count} warp, number 0",
                     "'--warp {number}': the block has {count} warps, numbered from 0", warps,
                     "number"_a = *line.trace.warp);
  }
  return "";
}

// "h200,cc1.0": run takes several, everything else refuses more than one.
std::vector<std::string> devices_of(const CommandLine& line) {
  std::vector<std::string> devices{""};
  if (line.action != Action::kRun) return {line.launch.device.value_or("")};
  for (const char c : line.launch.device.value_or("")) {
    if (c == ',')
      devices.emplace_back();
    else
      devices.back() += c;
  }
  // Each once: what a second one would say is the same.
  std::vector<std::string> named;
  for (std::string& device : devices) {
    if (std::find(named.begin(), named.end(), device) == named.end())
      named.push_back(std::move(device));
  }
  return named;
}

void say_notices(const prepare::ReachedProgram& program, const Surroundings& surroundings) {
  for (const std::string& notice : program.notices) say_beside(surroundings.err, notice);
}

// The launch as it was looked at among the program's, where nothing but its report is wanted.
std::shared_ptr<const run::Run> known_run(const CommandLine& line,
                                          const std::optional<study::ProgramSummary>& program) {
  const bool wants_more =
      line.launch.device || !line.reports.empty() || !line.dumps.empty() || !line.saves.empty();
  return program && !wants_more ? run_of_chosen(*program) : nullptr;
}

// What was run, and what its report begins with.
struct Target {
  prepare::Request request;
  std::optional<study::ProgramSummary> program;
  std::optional<KernelChoice> choice;
  std::vector<RefusedDevice> refused;
};

// One a device that takes the launch; empty once a mistake was reported, and of a program that
// launches nothing.
std::vector<Runs> run_target(CommandLine line, const Surroundings& surroundings, Target& target) {
  std::optional<study::ProgramSummary>& program = target.program;
  const std::vector<std::string> devices = devices_of(line);
  if (devices.size() > 1 && std::find(devices.begin(), devices.end(), "") != devices.end()) {
    refuse(line, surroundings,
           say("'--device {names}': a name is missing; write them as in --device h200,cc1.0",
               "names"_a = *line.launch.device));
    return {};
  }
  const Report* refused = devices.size() > 1 ? needing_one_device(line.reports) : nullptr;
  if (refused != nullptr) {
    refuse(line, surroundings, say(refused->row->one_device));
    return {};
  }
  if (line.launch.device) line.launch.device = devices.front();
  std::optional<Opened> opened = open(line, line.target, surroundings);
  if (!opened) return {};
  prepare::Request& request = opened->request;
  const bool follows = follow_block(line.reports);
  request.record = line.action == Action::kTrace || follows;
  request.keeps_contents = line.trace.instructions || follows;
  if (request.record && opened->has_launch) {  // else it is guessed, or asked for
    const std::string problem = check_place(line, request.launch);
    if (!problem.empty()) {
      refuse(line, surroundings, problem);
      return {};
    }
  }
  request.extra.stream = need_memory_stream(line.reports);
  request.follows_branches = line.action == Action::kRun && !line.json;
  request.recorded_block = {line.at[0], line.at[1], line.at[2]};
  if (request.program) {
    std::optional<uint32_t> wanted = line.launch.program_launch;
    if (line.launch.kernel) wanted = request.program->launch;
    if (line.action == Action::kRun && request.program->changes.empty()) {
      base::Checked<study::ProgramSummary> summary = survey_program(request, wanted, surroundings);
      if (!summary.ok()) {
        print_mistakes(summary.error(), request.file, surroundings);
        if (line.json) print_mistakes_json(surroundings.out, request, summary.error());
        return {};
      }
      say_notices(*summary->reached, surroundings);
      if (!line.kept_files.empty()) {
        const std::string problem = files::keep_files(line.kept_files, summary->reached->files);
        if (!problem.empty()) {
          complain(surroundings, problem);
          return {};
        }
      }
      request.program->launch = summary->chosen;
      program = std::move(*summary);
      if (program->rows.empty()) return {};
    }
  } else if (line.action == Action::kRun) {
    program = program_without_launch(request, line.launch.program_arguments);
    if (program) say_notices(*program->reached, surroundings);
    const bool has_errors = program && fails(program->reached->findings, FailOn::kError);
    const bool is_over = program && program->reached->message.empty();  // it did not crash
    const bool is_cut = program && program->reached->is_cut;
    const bool has_kernels = program && !program->reached->unit->kernels.empty();
    if (has_errors || is_cut || (program && !has_kernels)) return {};
    if (is_over && !opened->has_launch) return {};
  }
  if (line.action == Action::kRun) target.choice = guess_open_launch(line, *opened, surroundings);
  target.request = request;
  const base::Diagnostics offers = offers_of(*opened);
  surroundings.err << base::render(offers, request.file);
  base::Checked<std::vector<Runs>> runs = base::fail(base::Diagnostics());
  if (std::shared_ptr<const run::Run> known = known_run(line, program); known != nullptr) {
    Runs one{std::move(known)};
    print_warnings(one, surroundings);
    whatif::suggest_guards(request, one);
    runs = std::vector<Runs>{std::move(one)};
  } else if (devices.size() > 1) {
    base::Checked<OnDevices> on = simulate_on(devices, request, surroundings);
    if (on.ok()) {
      target.refused = std::move(on->refused);
      runs = std::move(on->runs);
    } else {
      runs = base::fail(on.error());
    }
  } else if (base::Checked<Runs> one = simulate(request, surroundings); one.ok()) {
    whatif::suggest_guards(request, *one);
    runs = std::vector<Runs>{std::move(*one)};
  } else {
    runs = base::fail(one.error());
  }
  if (runs) {
    surroundings.err << base::render(opened->not_run, request.file);
    return std::move(*runs);
  }
  program.reset();
  if (line.json && !surroundings.is_interrupted()) {
    base::Diagnostics all = offers;
    all.insert(all.end(), runs.error().begin(), runs.error().end());
    print_mistakes_json(surroundings.out, request, all);
  }
  if (line.launch.guess || request.program) return {};
  const std::optional<prepare::Fragment> fragment = prepare::complete_fragment(request);
  if (fragment && fragment->is_piece) {
    surroundings.err << base::headed(
        base::Severity::kNote,
        say("with --guess, what the text leaves out is declared, and it runs"));
  }
  return {};
}

// The exit status for what the recordings lack.
int trace(const CommandLine& line, const Surroundings& surroundings, const Runs& runs) {
  int status = kExitDone;
  if (runs.back()->recording == nullptr)
    complain(surroundings, say("the run was stopped before it reached the block to trace"));
  if (line.trace.instructions)
    return print_instructions(surroundings.out, runs, line.trace) ? kExitDone : kExitCut;
  const bool is_whole = line.json ? print_traces_json(surroundings.out, runs, line.trace)
                                  : print_traces(surroundings.out, runs, line.trace);
  if (!is_whole) status = kExitCut;
  for (const auto& run : runs) {
    if (run->recording != nullptr && run->recording->is_cut) status = kExitCut;
  }
  return status;
}

// Of a program that launches no kernel.
int report_without_launch(const CommandLine& line, const Surroundings& surroundings,
                          study::ProgramSummary program) {
  const std::vector<machine::GlobalArray> arrays = arrays_left(program.reached.get(), nullptr);
  const std::shared_ptr<const lang::Unit> unit = program.reached->unit;
  Trials shown;
  shown.program = std::move(program);
  if (line.json)
    print_runs_json(surroundings.out, {}, shown);
  else
    print_program(surroundings.out, *shown.program);
  std::string problem = check_saves(line.saves, arrays, unit->file.name());
  if (problem.empty()) problem = write_saves(line.saves, arrays, *unit);
  if (!problem.empty()) return complain(surroundings, problem);
  if (fails(shown.program->reached->findings, line.fail_on)) return kExitFindings;
  return shown.program->reached->is_cut ? kExitCut : kExitDone;
}

int run_or_trace(const CommandLine& line, const Surroundings& surroundings) {
  Target target;
  const std::vector<Runs> devices = run_target(line, surroundings, target);
  const prepare::Request& request = target.request;
  std::optional<study::ProgramSummary>& program = target.program;
  if (devices.empty() && program && program->rows.empty())
    return report_without_launch(line, surroundings, std::move(*program));
  if (devices.empty()) return surroundings.is_interrupted() ? kExitInterrupted : kExitMistake;
  const Runs& runs = devices.front();
  const run::Run& last = *runs.back();
  int status =
      program && fails(program->reached->findings, line.fail_on) ? kExitFindings : kExitDone;
  if (program && program->reached->is_cut) status = worse(status, kExitCut);
  if (!target.refused.empty()) status = worse(status, kExitMistake);
  for (const Runs& of_one : devices) {
    note_one_thread(of_one, surroundings);
    for (const auto& run : of_one) status = worse(status, status_of(*run, line.fail_on));
  }
  if (line.action == Action::kTrace) {
    status = worse(status, trace(line, surroundings, runs));
  } else {
    const std::vector<machine::GlobalArray> arrays =
        line.saves.empty() ? std::vector<machine::GlobalArray>()
                           : arrays_left(program ? program->reached.get() : nullptr, &last);
    std::string problem = check_dumps(line.dumps, last);
    if (problem.empty()) problem = check_saves(line.saves, arrays, request.file.name());
    if (!problem.empty()) return complain(surroundings, problem);
    const base::Checked<Trials> trials = make_trials(line, request, runs, surroundings);
    const bool is_cut = !trials && surroundings.is_interrupted();  // what was run before is shown
    if (!trials && !is_cut) {
      print_mistakes(trials.error(), request.file, surroundings);
      return kExitMistake;
    }
    Trials shown = is_cut ? Trials{} : *trials;
    shown.program = std::move(program);
    shown.choice = std::move(target.choice);
    if (shown.program && !line.json) print_program(surroundings.out, *shown.program);
    if (shown.choice && !line.json) print_choice(surroundings.out, *shown.choice);
    if (line.json)
      print_runs_json(surroundings.out, devices, shown, target.refused);
    else
      print_runs(surroundings.out, devices, shown);
    if (is_cut) {
      complain(surroundings, say("interrupted: the text was not tried otherwise to the end, so "
                                 "nothing is said of that"));
      return kExitInterrupted;
    }
    problem = write_dumps(line.dumps, last);
    if (problem.empty()) problem = write_saves(line.saves, arrays, *last.program->unit);
    if (!problem.empty()) return complain(surroundings, problem);
  }
  for (const Runs& of_one : devices) {
    if (of_one.back()->ending == run::Ending::kComplete) continue;
    complain(surroundings, why_incomplete(*of_one.back()));
    break;
  }
  return status;
}

int list(const CommandLine& line, const Surroundings& surroundings) {
  const base::Result<std::vector<lessons::Lesson>, std::string> lessons =
      lessons::lessons_of(line.lessons_folder);
  if (!lessons) return complain(surroundings, lessons.error());
  if (line.json)
    print_lessons_json(surroundings.out, *lessons);
  else
    print_lessons(surroundings.out, *lessons);
  return kExitDone;
}

int open_window(const CommandLine& line, const Surroundings& surroundings) {
  if (surroundings.open_window) {
    gui::GuiOptions options = line.gui;
    options.compiling_command = surroundings.compiling_command;
    return surroundings.open_window(options);
  }
  return complain(surroundings,
                  say("this build has no window (it was configured with WARPLENS_GUI=OFF); "
                      "'warplens run' and 'warplens trace' print what it would show"));
}

int carry_out(const CommandLine& line, const Surroundings& surroundings) {
  switch (line.action) {
    case Action::kNothing:
      (line.status == kExitDone ? surroundings.out : surroundings.err) << line.message;
      return line.status;
    case Action::kGui:
      return open_window(line, surroundings);
    case Action::kExec:
      return execute(line, surroundings);
    case Action::kRun:
      if (line.emit != Emit::kNothing) return emit(line, surroundings);
      [[fallthrough]];
    case Action::kTrace:
      return run_or_trace(line, surroundings);
    case Action::kFix:
      return fix(line, surroundings);
    case Action::kCheck:
      return check(line, surroundings);
    case Action::kCheckHardware:
      if (line.check.measure) {
        return measure_hardware({line.target, line.measure.options.method, line.check.write_path,
                                 line.mismatches, surroundings.measuring_command},
                                surroundings.out, surroundings.err);
      }
      return check_hardware(line.target, line.mismatches, surroundings.out, surroundings.err);
    case Action::kLessons:
      return list(line, surroundings);
    case Action::kCourse:
      return show_course(line, surroundings);
    case Action::kExercises:
      return list_exercises(line, surroundings);
    case Action::kGrade:
      return grade(line, surroundings);
    case Action::kLecture:
      return give_lecture(line, surroundings);
    case Action::kDevices:
      return list_devices(line, surroundings);
    case Action::kGpus:
      return list_gpus(line, surroundings);
    case Action::kMeasure:
      return measure_targets(line, surroundings);
    case Action::kMeasureChild:
      return measure_child();
    case Action::kCompileChild:
      return compile_child();
    case Action::kCompare:
      return compare_targets(line, surroundings);
    case Action::kGuide:
      return show_guide(line.topic, surroundings);
  }
  return kExitMistake;
}

// Whatever is thrown becomes a message.
int carry_out_or_say(const CommandLine& line, const Surroundings& surroundings) {
  if (line.json || line.course.format != GradeFormat::kNone ||
      line.check_files.format != CheckFormat::kText)
    base::speak(nullptr);  // programs get the same values in any language
  try {
    return carry_out(line, surroundings);
  } catch (const std::bad_alloc&) {
    return complain(surroundings,
                    say("the computer has too little memory for this; use a smaller launch"));
  } catch (const std::exception& error) {
    return complain(surroundings, say("this failed because of a bug in Warplens: {reason}",
                                      "reason"_a = error.what()));
  }
}

}  // namespace

int run_cli(int argc, const char* const* argv, const Surroundings& surroundings) {
  const SpokenLine spoken =
      choose_language(argc, argv, surroundings.languages, languages::variable_of_process);
  base::speak(spoken.language);
  if (spoken.language != nullptr)  // for the process that measures
    ::setenv(kLanguageVariable, std::string(spoken.language->name()).c_str(), 1);
  VisibleStream out(surroundings.out, surroundings.is_terminal), err(surroundings.err);
  const Surroundings shown{out,
                           err,
                           surroundings.open_window,
                           surroundings.measuring_command,
                           surroundings.interrupted,
                           surroundings.show_progress,
                           surroundings.languages,
                           surroundings.compiling_command,
                           surroundings.is_terminal};
  const std::string mistake = language_mistake(spoken, surroundings.languages);
  if (!mistake.empty()) return complain(shown, mistake);
  const CommandLine line =
      parse_command_line(static_cast<int>(spoken.words.size()), spoken.words.data());
  // A program's output is its own, byte by byte.
  const bool is_program = line.action == Action::kExec;
  const int status = carry_out_or_say(line, is_program ? surroundings : shown);
  err.flush();
  if (!out.flush())
    return complain(surroundings, say("the output could not be written; is the disk full?"));
  return status;
}

}  // namespace warplens::cli
