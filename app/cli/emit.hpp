// warplens run --emit: what the front end makes of a text.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"

namespace warplens::cli {

// The exit status, after what line.emit selects, or the mistakes, were printed.
int emit(const CommandLine& line, const Surroundings& surroundings);

}  // namespace warplens::cli
