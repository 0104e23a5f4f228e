// `warplens guide`: the list of topics, or one of them, wrapped for a terminal.
#pragma once

#include <iosfwd>
#include <string>

#include "app/cli/run_cli.hpp"
#include "app/guide/guide.hpp"

namespace warplens::cli {

// Lists the topics where `topic` is "". The exit status.
int show_guide(const std::string& topic, const Surroundings& surroundings);

// In lines of at most 80 characters, but for code that is longer.
void print_topic(std::ostream& out, const guide::Topic& topic);

}  // namespace warplens::cli
