// The commands about hardware: `devices`, `gpus`, `measure`, `compare`, and the processes that
// measure and compile. Each returns the exit status; run_cli.hpp says what they mean.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"
#include "app/compare/gather.hpp"

namespace warplens::cli {

// `warplens devices`.
int list_devices(const CommandLine& line, const Surroundings& surroundings);

// `warplens gpus`, `warplens measure`, `warplens compare` and the process that they measure in.
int list_gpus(const CommandLine& line, const Surroundings& surroundings);
int measure_targets(const CommandLine& line, const Surroundings& surroundings);
int compare_targets(const CommandLine& line, const Surroundings& surroundings);
// Answers requests on standard input until it ends (kernels/measure/child/serve.hpp).
int measure_child();
// The same for texts to compile.
int compile_child();

// `warplens measure --record DIR`: many measurements in DIR/recording.json, which is whole after
// every few, so that it can be stopped and gone on with.
int record(const CommandLine& line, const Surroundings& surroundings);

// `warplens compare --all`: one row for every lesson and parameter set, or for every file given.
// Markdown, or JSON with --json. A point that fails is a row that says why. Exit status: 0 all
// equal or explained, 5 some differ, 4 some could not be measured.
int compare_all(const CommandLine& line, const compare::Recordings& recordings,
                const Surroundings& surroundings);

}  // namespace warplens::cli
