// warplens devices ID FILE: the launches of a text held against a device's limits.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "app/cli/command_line.hpp"
#include "app/cli/json.hpp"
#include "app/cli/run_cli.hpp"
#include "sim/prepare/launch_needs.hpp"

namespace warplens::cli {

// Of the line's target, compiled for the device; nothing once a mistake was reported.
std::optional<prepare::TextLaunches> launches_on(const CommandLine& line,
                                                 const model::Device& device,
                                                 const Surroundings& surroundings);

void print_launches(std::ostream& out, const std::string& target,
                    const prepare::TextLaunches& launches, const model::Device& device);
Json launches_json(const prepare::TextLaunches& launches, const model::Device& device);

}  // namespace warplens::cli
