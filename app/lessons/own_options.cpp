#include "app/lessons/own_options.hpp"

#include <variant>

#include "app/files/files.hpp"
#include "sim/base/say.hpp"

namespace warplens::lessons {
namespace {

// "" or what is wrong.
std::string confine(launch::LaunchOptions& options, const std::string& path) {
  if (options.includes != launch::Includes{})
    return say(
        "-I and -include belong on the command line: a file finds what it includes in its folder");
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
  base::Result<launch::LaunchOptions, std::string> options =
      launch::parse_options(launch::split_words(words));
  if (!options) return options;
  if (std::string problem = confine(*options, path); !problem.empty())
    return base::fail(std::move(problem));
  return options;
}

}  // namespace warplens::lessons
