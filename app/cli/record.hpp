// `warplens measure --record DIR`: many measurements, one file each, so that it can be stopped and
// gone on with; and DIR/recording.json with all of them.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"

namespace warplens::cli {

int record(const CommandLine& line, const Surroundings& surroundings);

}  // namespace warplens::cli
