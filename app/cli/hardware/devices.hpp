// `warplens devices`.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"

namespace warplens::cli {

// The exit status.
int list_devices(const CommandLine& line, const Surroundings& surroundings);

}  // namespace warplens::cli
