// What a user names, FILE.cu or a lesson's id, becomes a text and a launch: a lesson's own launch,
// or the one in the file's first comment, or the first that the file's host code holds, with the
// options of the command line laid over it.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/result.hpp"
#include "sim/base/source.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/program.hpp"
#include "sim/prepare/request.hpp"
#include "sim/prepare/run_store.hpp"
#include "sim/run/run.hpp"

namespace warplens::lessons {

// A main() that is not run for its launches.
struct Untaken {
  prepare::ProgramChoice choice;
  // Why it cannot be run: mistakes of the text, or what is not supported; empty: it launched
  // nothing.
  base::Diagnostics problems;
};

struct Target {
  base::SourceFile file;  // named by its path, or by the lesson's file name
  launch::Launch launch;
  std::optional<size_t> lesson;       // index into the lessons given; none: a file
  bool has_launch = false;            // a lesson, a comment, the options or host code gave sizes
  prepare::LaunchPlace launch_place;  // in host code, if that gave the launch
  // The text is a program that launches kernels by itself, and no options say otherwise.
  std::optional<prepare::ProgramChoice> program;
  std::shared_ptr<prepare::ReachedPrograms> reached;  // it has run
  std::optional<Untaken> untaken;    // instead: the text has a main(), but `program` is nothing
  std::vector<std::string> guessed;  // options that nobody gave, with --guess: "--grid 2,2"
  std::string guess_note;            // prepare::Guess::note
};

// What is executed while a text is opened, where who opens it executes that, in slices: what opens
// it ends early with the program, or the launches of a guessed call, that it wants, and is called
// again once what became of that is here.
struct ProgramsAhead {
  std::vector<prepare::ProgramRun::Result> results;  // in the order in which they are wanted
  size_t next = 0;                                   // of them
  std::optional<prepare::Request> wanted;
  std::optional<base::Checked<run::Runs>> runs;
  std::optional<prepare::Request> wanted_runs;
};

// What runs the target: its launch, or of a program those from the chosen one on. Files beside the
// text are read; what a program opens is not, unless the caller sets `read_data`. `memory`: what
// the arrays may take. `cancelled` ends the run.
prepare::Request request_of(const Target& target, const prepare::MemoryLimits& memory,
                            const std::atomic<bool>* cancelled);

// As a warning with its place, that a text's main() is not run and why; empty: it is, or there is
// none.
base::Diagnostics why_not_run(const Target& target);

// The built-in lessons and, after them, those of `folder` unless it is empty; one with a built-in
// lesson's id takes its place.
base::Result<std::vector<Lesson>, std::string> lessons_of(const std::string& folder);

// An existing path wins over a lesson's id. Errors are one sentence each. `cancelled` ends the
// trial runs of --guess. `memory`: what a program that is executed to find its launches may take.
// `ahead`: null, to execute it at once.
base::Result<Target, std::string> open_target(const std::string& name,
                                              const std::vector<Lesson>& lessons,
                                              const launch::LaunchOptions& options,
                                              const std::atomic<bool>* cancelled = nullptr,
                                              const prepare::MemoryLimits& memory = {},
                                              ProgramsAhead* ahead = nullptr);

// A text that is at hand, as a file of that name would be.
base::Result<Target, std::string> open_text(base::SourceFile file,
                                            const launch::LaunchOptions& options,
                                            const std::atomic<bool>* cancelled = nullptr,
                                            const prepare::MemoryLimits& memory = {},
                                            ProgramsAhead* ahead = nullptr);

// Where nothing says what is launched, a call of the text's own function that launches its kernels,
// the first that prepare::offered_calls() has, with guessed values (Target::guessed); nothing where
// there is none, where it reaches no launch, where it makes a mistake with these values, or where
// `options` say a part of a launch.
std::optional<Target> guessed_call(const Target& target, launch::LaunchOptions options,
                                   const std::atomic<bool>* cancelled = nullptr,
                                   const prepare::MemoryLimits& memory = {},
                                   ProgramsAhead* ahead = nullptr);

}  // namespace warplens::lessons
