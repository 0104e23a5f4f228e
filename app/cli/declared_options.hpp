// The commands and options that the program knows, as they are declared with CLI11, and the words
// that CLI11 collects for them. What the words say is read in command_line.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command_line.hpp"
#include "app/cli/report_rows.hpp"
#include "sim/base/text.hpp"

namespace CLI {
class App;
}

namespace warplens::cli {

// One launch option as it is declared and as it was given.
struct LaunchWord {
  const char* name;
  const char* value_name;
  std::string help;
  bool repeats;
  std::vector<std::string> given;
};

std::vector<LaunchWord> launch_words();

// Everything that CLI11 writes into.
struct Parsed {
  std::vector<LaunchWord> launch = launch_words();
  std::vector<std::string> dumps, saves;
  std::vector<ReportWord> reports = report_words();
  std::string at, warp, most, emit, fail_on, size, theme, target, build, method, memory;
  std::string program_launch, seed, clock, shard, format, check_format, questions;
  std::vector<std::string> program_arguments;  // behind "--"
  bool then_all = false, guess = false, no_counts = false, no_times = false;
  CommandLine line;
};

void declare_lecture(CLI::App& app, Parsed& parsed);

// The help says what each is for. `parsed` must outlive `app`, which writes into it. Where the
// first word is a command, no other is declared: all of them take as long as the start of a
// program.
void declare_commands(CLI::App& app, Parsed& parsed, std::string_view first_word);

// The limits of the program in one table, which `warplens --help` and the README print.

struct Limit {
  Text what;    // "launches of a sequence"
  Text amount;  // "1,000"
  Text when;    // what happens when it is met: "refused", "the run is cut"
};
std::vector<Limit> limits();

// The tables of limits and of exit statuses, as --help prints them.
std::string limits_text();
std::string exit_statuses_text();

}  // namespace warplens::cli
