// `warplens measure --record DIR`: many measurements in DIR/recording.json, which is whole after
// every few, so that it can be stopped and gone on with.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"

namespace warplens::cli {

int record(const CommandLine& line, const Surroundings& surroundings);

}  // namespace warplens::cli
