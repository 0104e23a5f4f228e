// From the words of a command line to finished runs: what run, trace, measure and compare share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command_line.hpp"
#include "app/cli/report.hpp"
#include "app/cli/run_cli.hpp"
#include "app/compare/points.hpp"
#include "kernels/measure/child/gpu.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

// Says a mistake on the error stream; the exit status for it.
int complain(const Surroundings& surroundings, const std::string& sentence);

// complain(), and as the JSON where that is expected.
int refuse(const CommandLine& line, const Surroundings& surroundings, const std::string& sentence);

// Says why runs did not use the threads that they had: a remark, for it depends on how many.
void note_one_thread(const Runs& runs, const Surroundings& surroundings);

// Mistakes in a text or a launch, on the error stream; or that they come from an interruption.
void print_mistakes(const base::Diagnostics& mistakes, const base::SourceFile& file,
                    const Surroundings& surroundings);

// A target as the engine takes it. Nothing is recorded unless the caller requests it.
struct Opened {
  prepare::Request request;
  base::Diagnostics not_run;          // lessons::why_not_run()
  bool has_launch = false;            // a lesson, a comment, the options or host code gave sizes
  std::string lesson;                 // its id; "" for a file
  std::vector<std::string> settings;  // every parameter of the lesson: "tile=16"
  std::vector<std::string> recorded;  // of the lesson: lessons::recorded_words()
};

// `target` with the line's launch options; empty once a mistake was reported.
std::optional<Opened> open(const CommandLine& line, const std::string& target,
                           const Surroundings& surroundings);

// What the line's targets ask for (without targets: every lesson), after the mistakes in them were
// reported. Without points nothing is left to do: kExitMistake.
compare::Points points_of(const CommandLine& line, const Surroundings& surroundings);

// "" where there is a GPU, else why there is none, in one line.
std::string why_no_gpu(const measure::Measured<measure::MachineAnswer>& machine);

// Why a run did not come to its end, and what to do, without a full stop; "" if it did.
std::string why_incomplete(const run::Run& run);

// Whether one of them is so bad that the exit status says it.
bool fails(const std::vector<observe::Finding>& findings, FailOn fail_on);

// What a run that was carried out means for the exit status.
int status_of(const run::Run& run, FailOn fail_on = FailOn::kError);

// On the error stream.
void print_warnings(const Runs& runs, const Surroundings& surroundings);

// Runs it and prints warnings, or the mistakes that it ends with; those that it returns were
// printed.
base::Checked<Runs> simulate(prepare::Request request, const Surroundings& surroundings);

// The same on each of several devices, of which some may refuse the launch. Errors: all do.
struct OnDevices {
  std::vector<Runs> runs;
  std::vector<RefusedDevice> refused;  // by place
};
base::Checked<OnDevices> simulate_on(const std::vector<std::string>& devices,
                                     const prepare::Request& request,
                                     const Surroundings& surroundings);

}  // namespace warplens::cli
