#include "app/languages/choose.hpp"

#include <algorithm>
#include <cstdlib>

namespace warplens::languages {

std::optional<Choice> find_language(std::span<const Catalogue> known, std::string_view name) {
  const size_t at = std::min(name.find('@'), name.size());
  const std::string modifier(name.substr(at));
  std::string place(name.substr(0, std::min(at, name.find('.'))));  // the encoding is left off
  std::replace(place.begin(), place.end(), '-', '_');
  const std::string language = place.substr(0, place.find('_'));
  for (const std::string& form : {place + modifier, place, language + modifier, language}) {
    for (const Catalogue& one : known) {
      if (one.name() == form) return &one;
    }
    if (form == "en") return nullptr;
  }
  return std::nullopt;
}

std::string variable_of_process(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

Choice preferred_language(std::span<const Catalogue> known, const Environment& environment) {
  std::string locale;
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (locale.empty()) locale = environment(variable);
  }
  if (locale.empty() || locale == "C" || locale == "POSIX") return nullptr;
  std::string list = environment("LANGUAGE");
  if (list.empty()) list = locale;
  for (std::string_view rest = list; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(':'));
    if (const std::optional<Choice> found = find_language(known, name)) return *found;
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  }
  return nullptr;
}

}  // namespace warplens::languages
