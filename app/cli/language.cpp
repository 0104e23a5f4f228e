#include "app/cli/language.hpp"

#include <string_view>

#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

constexpr std::string_view kOption = "--language";

// The words without the option, and its last value.
struct Split {
  std::vector<const char*> words;
  const char* name = nullptr;
  bool lacks_value = false;
};

Split split(int argc, const char* const* argv) {
  Split out;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == kOption) {
      out.lacks_value = i + 1 == argc;
      if (!out.lacks_value) out.name = argv[++i];
    } else if (word.starts_with(kOption) && word.substr(kOption.size()).starts_with('=')) {
      out.name = argv[i] + kOption.size() + 1;
    } else {
      out.words.push_back(argv[i]);
    }
  }
  return out;
}

}  // namespace

SpokenLine choose_language(int argc, const char* const* argv,
                           std::span<const languages::Catalogue> known,
                           const languages::Environment& environment) {
  Split given = split(argc, argv);
  SpokenLine line;
  line.words = std::move(given.words);
  line.lacks_value = given.lacks_value;
  std::optional<languages::Choice> choice;
  if (given.name != nullptr) {
    choice = languages::find_language(known, given.name);
    if (!choice) line.unknown = given.name;
  } else {
    choice = languages::find_language(known, environment(kLanguageVariable));
  }
  line.language = choice ? *choice : languages::preferred_language(known, environment);
  return line;
}

std::string language_mistake(const SpokenLine& line, std::span<const languages::Catalogue> known) {
  if (line.lacks_value)
    return say("'{option}' needs a value; see 'warplens --help'", "option"_a = kOption);
  if (line.unknown.empty()) return "";
  std::string names = "en";
  for (const languages::Catalogue& one : known) names += ", " + std::string(one.name());
  return say("'--language {name}': this program has no such language; it has {names}",
             "name"_a = line.unknown, "names"_a = names);
}

std::string command_of(int argc, const char* const* argv) {
  const std::vector<const char*> words = split(argc, argv).words;
  return words.size() > 1 ? words[1] : "";
}

}  // namespace warplens::cli
