// What the simulator's files hold once: counted over their text.
#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "files.hpp"

using warplens::test::files_below;
using warplens::test::read_source;

namespace {

std::vector<std::string> words_of_findings() {
  const std::string rows = read_source("sim/observe/finding/findings.def");
  const std::regex row(R"x(WL_FINDING\(k\w+, "(\w+)")x");
  std::vector<std::string> words;
  for (auto at = std::sregex_iterator(rows.begin(), rows.end(), row); at != std::sregex_iterator();
       ++at)
    words.push_back((*at)[1]);
  return words;
}

// The enumerations of a file that have all these enumerators.
size_t enums_with(const std::string& text, const std::vector<std::string>& names) {
  const std::regex whole(R"(enum class \w+[^{;]*\{([^}]*)\})");
  size_t count = 0;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), whole);
       at != std::sregex_iterator(); ++at) {
    bool has_all = true;
    for (const std::string& name : names)
      has_all = has_all && std::regex_search((*at)[1].str(), std::regex("\\b" + name + "\\b"));
    count += has_all ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("structure: one enumeration of operations, one of spaces") {
  size_t operations = 0, spaces = 0;
  const std::regex space(R"(enum class (Pointer)?Space\b)");
  for (const std::string& file : files_below({"sim", "app", "kernels"})) {
    const std::string text = read_source(file);
    operations += enums_with(text, {"kLoad", "kStore", "kAtomic"});
    spaces += std::regex_search(text, space) ? 1 : 0;
  }
  CHECK(operations == 1);
  CHECK(spaces == 1);
}

TEST_CASE("structure: no file compares a finding's kind with text") {
  const std::vector<std::string> words = words_of_findings();
  REQUIRE(words.size() >= 28);
  size_t literals = 0;
  for (const std::string& file : files_below({"sim", "app"})) {
    const std::string text = read_source(file);
    for (const std::string& word : words) {
      if (word.find('_') == std::string::npos) continue;  // a word of other things, too
      if (text.find("\"" + word + "\"") != std::string::npos) {
        ++literals;
        MESSAGE(file << " has \"" << word << "\"");
      }
    }
  }
  CHECK(literals == 0);
}
