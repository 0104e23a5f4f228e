// `warplens fix`: layouts without bank conflicts for the shared arrays of a launch, as a patch of
// its file.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"

namespace warplens::cli {

// The exit status.
int fix(const CommandLine& line, const Surroundings& surroundings);

}  // namespace warplens::cli
