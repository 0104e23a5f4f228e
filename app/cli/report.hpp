// A finished run, a trace, the lessons as text for people and as JSON for programs.
// The JSON's names are stable: other programs read them.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/trials.hpp"
#include "app/lessons/lesson.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

inline constexpr uint64_t kMostPrintedAccesses = 250'000;

using run::Runs;

// One of several devices that does not take a launch which others take.
struct RefusedDevice {
  size_t place = 0;  // among the devices
  std::string id;
  base::Diagnostics errors;
};

// One report a launch, for each of the devices, which may be one. As JSON: one object, or, of a
// sequence, one with the array "launches"; of several devices, one with the array "devices" of
// such objects, with "errors" for those that refused the launch.
// `trials`: of the first device's runs.
void print_runs(std::ostream& out, const std::vector<Runs>& devices, const Trials& trials = {});
void print_runs_json(std::ostream& out, const std::vector<Runs>& devices, const Trials& trials = {},
                     const std::vector<RefusedDevice>& refused = {});

// What a program printed, how it ended, and its launches: before the report of one.
void print_program(std::ostream& out, const study::ProgramSummary& summary);

// What is printed instead where a request ended with mistakes: these, and the text's kernels.
void print_mistakes_json(std::ostream& out, const prepare::Request& request,
                         const base::Diagnostics& mistakes);
// The same where there is no text to look at, or its launch is refused.
void print_refusal_json(std::ostream& out, const std::string& sentence);

// Which recorded accesses of a launch are printed.
struct TracePart {
  std::optional<uint32_t> warp;          // only this one's
  uint64_t most = kMostPrintedAccesses;  // then the rest is counted
  bool instructions = false;             // --trace-instructions
};

// The recorded accesses in order; of a sequence as above. Each run must hold a recording. False if
// some were left out because of `most`.
bool print_traces(std::ostream& out, const Runs& runs, const TracePart& part);
bool print_traces_json(std::ostream& out, const Runs& runs, const TracePart& part);

// Each instruction that the recorded blocks executed, in order, as above. False if some were left
// out.
bool print_instructions(std::ostream& out, const Runs& runs, const TracePart& part);

void print_lessons(std::ostream& out, const std::vector<lessons::Lesson>& lessons);
void print_lessons_json(std::ostream& out, const std::vector<lessons::Lesson>& lessons);

}  // namespace warplens::cli
