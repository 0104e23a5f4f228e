// Only brackets and strings matter: a string before a colon is a name of the innermost object.
#include "sim/base/json_rules.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "sim/base/say.hpp"

namespace warplens::base {
namespace {

// Of the string whose first quote is at `quote`: where its last one is, or the text's end.
size_t end_of_string(std::string_view text, size_t quote) {
  size_t at = quote + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

}  // namespace

std::string json_problem(std::string_view text) {
  std::vector<std::set<std::string_view>> levels;  // the names so far; a list has none
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{' || text[at] == '[') levels.emplace_back();
    if ((text[at] == '}' || text[at] == ']') && !levels.empty()) levels.pop_back();
    if (levels.size() > kMostJsonLevels)
      return say("more than {count} levels of brackets", "count"_a = kMostJsonLevels);
    if (text[at] != '"') continue;
    const size_t end = end_of_string(text, at);
    const std::string_view name = text.substr(at + 1, end - std::min(end, at + 1));
    at = end;
    const size_t next = text.find_first_not_of(" \t\r\n", std::min(end + 1, text.size()));
    const bool is_name = next != std::string_view::npos && text[next] == ':' && !levels.empty();
    if (is_name && !levels.back().insert(name).second)
      return say("'{name}' appears twice", "name"_a = name);
  }
  return "";
}

}  // namespace warplens::base
