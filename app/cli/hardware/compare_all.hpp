// `warplens compare --all`: one row for every lesson and parameter set, or for every file given.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"
#include "app/compare/gather.hpp"

namespace warplens::cli {

// Markdown, or JSON with --json. A point that fails is a row that says why. Exit status: 0 all
// equal or explained, 5 some differ, 4 some could not be measured.
int compare_all(const CommandLine& line, const compare::Recordings& recordings,
                const Surroundings& surroundings);

}  // namespace warplens::cli
