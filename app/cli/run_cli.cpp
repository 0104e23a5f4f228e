// Carries out a command line: opens what it names, runs it through the one engine, prints the
// report, and turns what happened into an exit status. Errors go to the error stream, reports to
// the other.
#include "app/cli/run_cli.hpp"

#include <algorithm>
#include <fstream>
#include <ostream>

#include "app/cli/check_hardware.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/files/files.hpp"
#include "app/lessons/target.hpp"
#include "sim/engine/run.hpp"

namespace warplens::cli {
namespace {

using Finished = std::shared_ptr<const engine::Run>;

int complain(const Surroundings& surroundings, const std::string& sentence) {
  surroundings.err << "error: " << sentence << "\n";
  return kExitMistake;
}

// "" if every --dump names an array of the launch.
std::string check_dumps(const std::vector<Dump>& dumps, const launch::Launch& launch) {
  std::vector<std::string> arrays;
  for (const launch::Argument& argument : launch.arguments) {
    if (std::holds_alternative<launch::ArrayArgument>(argument.value))
      arrays.push_back(argument.name);
  }
  for (const Dump& dump : dumps) {
    if (std::find(arrays.begin(), arrays.end(), dump.array) != arrays.end()) continue;
    const std::string nearest = base::nearest_name(dump.array, arrays);
    return "'--dump " + dump.array + "=" + dump.path + "': the launch has no array '" + dump.array +
           "'" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
  }
  return "";
}

std::string write_dumps(const std::vector<Dump>& dumps, const engine::Run& run) {
  for (const Dump& dump : dumps) {
    for (uint32_t i = 0; i < run.memory_after->array_count(); ++i) {
      const machine::GlobalArray& array = run.memory_after->array(i);
      if (array.name != dump.array) continue;
      if (std::string problem = files::write_bytes(dump.path, array.bytes); !problem.empty())
        return problem;
    }
  }
  return "";
}

// "" if the block to trace and its warp are in the launch.
std::string check_place(const CommandLine& line, const launch::Launch& launch) {
  if (line.at[0] >= launch.grid.x || line.at[1] >= launch.grid.y || line.at[2] >= launch.grid.z) {
    return "'--at': there is no block x " + std::to_string(line.at[0]) + " y " +
           std::to_string(line.at[1]) + " z " + std::to_string(line.at[2]) + " in a grid of " +
           std::to_string(launch.grid.x) + " x " + std::to_string(launch.grid.y) + " x " +
           std::to_string(launch.grid.z);
  }
  const uint64_t warps = (launch.block.count() + trace::kWarpSize - 1) / trace::kWarpSize;
  if (line.warp && *line.warp >= warps) {
    return "'--warp " + std::to_string(*line.warp) + "': the block has " + std::to_string(warps) +
           (warps == 1 ? " warp, number 0" : " warps, numbered from 0");
  }
  return "";
}

// Opens and runs the target; null once a mistake was reported.
Finished run_target(const CommandLine& line, const Surroundings& surroundings) {
  const base::Result<std::vector<lessons::Lesson>, std::string> lessons =
      lessons::lessons_of(line.lessons_folder);
  if (!lessons) {
    complain(surroundings, lessons.error());
    return nullptr;
  }
  base::Result<lessons::Target, std::string> target =
      lessons::open_target(line.target, *lessons, line.launch);
  if (!target) {
    complain(surroundings, target.error());
    return nullptr;
  }
  const bool is_trace = line.action == Action::kTrace;
  std::string problem =
      is_trace ? check_place(line, target->launch) : check_dumps(line.dumps, target->launch);
  if (!problem.empty()) {
    complain(surroundings, problem);
    return nullptr;
  }
  engine::Request request;
  request.file = target->file;
  request.launch = target->launch;
  request.record = is_trace;
  request.recorded_block = {line.at[0], line.at[1], line.at[2]};
  request.read_file = files::file_reader();
  request.read_include = files::include_reader(request.file.name());
  base::Checked<Finished> run = engine::run(std::move(request));
  if (!run) {
    surroundings.err << base::render(run.error(), target->file);
    return nullptr;
  }
  surroundings.err << base::render((*run)->warnings, target->file);
  return *run;
}

int run_or_trace(const CommandLine& line, const Surroundings& surroundings) {
  const Finished run = run_target(line, surroundings);
  if (run == nullptr) return kExitMistake;
  if (line.action == Action::kTrace) {
    if (run->recording == nullptr) {
      surroundings.err << "error: the run was stopped before it reached the block to trace\n";
    } else if (line.json) {
      print_trace_json(surroundings.out, *run, line.warp);
    } else {
      print_trace(surroundings.out, *run, line.warp);
    }
  } else {
    if (line.json)
      print_run_json(surroundings.out, *run);
    else
      print_run(surroundings.out, *run);
    if (std::string problem = write_dumps(line.dumps, *run); !problem.empty()) {
      return complain(surroundings, problem);
    }
  }
  if (run->ending != engine::Ending::kStepLimit) return kExitDone;
  surroundings.err << "error: stopped at the step limit after " << grouped(run->steps)
                   << " warp instructions; an endless loop? --step-limit N raises it\n";
  return kExitStepLimit;
}

int list(const CommandLine& line, const Surroundings& surroundings) {
  if (line.action == Action::kDevices) {
    if (line.json)
      print_devices_json(surroundings.out, model::devices());
    else
      print_devices(surroundings.out, model::devices());
    return kExitDone;
  }
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
  if (surroundings.open_window) return surroundings.open_window(line.gui);
  return complain(surroundings,
                  "this build has no window (it was configured with WARPLENS_GUI=OFF); 'warplens "
                  "run' and 'warplens "
                  "trace' print what it would show");
}

int carry_out(const CommandLine& line, const Surroundings& surroundings) {
  switch (line.action) {
    case Action::kNothing:
      (line.status == kExitDone ? surroundings.out : surroundings.err) << line.message;
      return line.status;
    case Action::kGui:
      return open_window(line, surroundings);
    case Action::kRun:
    case Action::kTrace:
      return run_or_trace(line, surroundings);
    case Action::kCheckHardware:
      return check_hardware(line.target, line.mismatches, surroundings.out, surroundings.err);
    case Action::kLessons:
    case Action::kDevices:
      return list(line, surroundings);
  }
  return kExitMistake;
}

}  // namespace

int run_cli(int argc, const char* const* argv, const Surroundings& surroundings) {
  const int status = carry_out(parse_command_line(argc, argv), surroundings);
  if (!surroundings.out.flush())
    return complain(surroundings, "the output could not be written; is the disk full?");
  return status;
}

}  // namespace warplens::cli
