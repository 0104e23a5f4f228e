#include "app/lessons/own_options.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "app/files/files.hpp"
#include "sim/base/say.hpp"
#include "sim/run/run.hpp"

namespace warplens::lessons {
namespace {

// Options of a command, which say what becomes of a launch and not what it is.
constexpr auto kOfCommands = std::to_array<std::string_view>(
    {"--all",      "--allow-read",   "--at",       "--clock",
     "--dump",     "--emit",         "--fail-on",  "--guess",
     "--headless", "--jobs",         "--json",     "--keep-files",
     "--limit",    "--measurements", "--memory",   "--method",
     "--most",     "--no-counts",    "--no-times", "--offline",
     "--save",     "--schedules",    "--film",     "--screenshot",
     "--seed",     "--script",       "--size",     "--trace-instructions",
     "--warp"});

// The first of them among the words; "" if there is none.
std::string option_of_command(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find('='));
    if (std::find(kOfCommands.begin(), kOfCommands.end(), option) != kOfCommands.end())
      return option;
  }
  return "";
}

// "" or what is wrong.
std::string confine(launch::LaunchOptions& options, const std::string& path) {
  if (options.includes != launch::Includes{})
    return say(
        "-I and -include belong on the command line: a file finds what it includes in its folder");
  // A text may say that it is endless, but not that it takes longer than any other may.
  if (options.step_limit && *options.step_limit >= prepare::kDefaultStepLimit)
    options.step_limit.reset();
  for (launch::Argument& argument : options.arguments) {
    auto* array = std::get_if<launch::ArrayArgument>(&argument.value);
    if (array == nullptr || array->fill.kind != launch::FillKind::kFile) continue;
    base::Result<std::string, std::string> file = files::own_file(path, array->fill.path);
    if (!file) return "--arg " + argument.name + ": " + file.error();
    array->fill.path = std::move(*file);
  }
  for (launch::LaunchOptions& next : options.then) {
    if (std::string problem = confine(next, path); !problem.empty()) return problem;
  }
  return "";
}

}  // namespace

base::Result<launch::LaunchOptions, std::string> own_options(const std::string& words,
                                                             const std::string& path) {
  const std::vector<std::string> given = launch::split_words(words);
  base::Result<launch::LaunchOptions, std::string> options = launch::parse_options(given);
  const std::string of_command = options ? "" : option_of_command(given);
  if (!of_command.empty())
    return base::fail(
        say("{option} belongs on the command line: the comment only describes the launch",
            "option"_a = of_command));
  if (!options) return options;
  if (std::string problem = confine(*options, path); !problem.empty())
    return base::fail(std::move(problem));
  return options;
}

std::string with_launch_comment(const std::string& text, const std::string& options) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";  // editors write it; it stays in front
  const size_t begin = text.starts_with(kMark) ? kMark.size() : 0;
  std::string result = text.substr(0, begin);
  if (!options.empty()) result += "// warplens: " + options + "\n";
  bool is_head = true;
  for (size_t at = begin; at < text.size();) {
    const size_t newline = text.find('\n', at);
    const size_t end = newline == std::string::npos ? text.size() : newline + 1;
    const std::string_view line = std::string_view(text).substr(at, end - at);
    // As launch::embedded_options() reads it: blank lines do not end the first comment.
    const size_t first = std::min(line.find_first_not_of(" \t\r\n\f\v"), line.size());
    const std::string_view words = line.substr(first);
    is_head = is_head && (words.empty() || words.starts_with("//"));
    const std::optional<std::string_view> marked = launch::marked_text(words);
    if (!is_head || !marked || launch::is_assertion(*marked)) result += line;
    at = end;
  }
  return result;
}

}  // namespace warplens::lessons
