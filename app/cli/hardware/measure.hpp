// `warplens gpus`, `warplens measure`, `warplens compare` and the process that they measure in.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"

namespace warplens::cli {

// Each returns the exit status; run_cli.hpp says what they mean.
int list_gpus(const CommandLine& line, const Surroundings& surroundings);
int measure_targets(const CommandLine& line, const Surroundings& surroundings);
int compare_targets(const CommandLine& line, const Surroundings& surroundings);
// Answers requests on standard input until it ends (kernels/measure/child/serve.hpp).
int measure_child();
// The same for texts to compile.
int compile_child();

}  // namespace warplens::cli
