// What the files hold once, or not too often: counted over their text.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "files.hpp"

using warplens::test::files_below;
using warplens::test::Include;
using warplens::test::includes_of;
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

TEST_CASE("structure: nothing of the window runs beside the frame but by the executor") {
  std::set<std::string> files;
  const std::regex thread(R"(std::(thread|jthread|async|condition_variable)\b)");
  for (const std::string& file : files_below({"app/scene", "app/session", "app/window"})) {
    if (std::regex_search(read_source(file), thread)) files.insert(file);
  }
  CHECK(files == std::set<std::string>{"app/session/executor.cpp", "app/session/executor.hpp"});
}

TEST_CASE("structure: the session has few members, and no file more than 600 lines") {
  const std::string header = read_source("app/session/session_impl.hpp");
  const std::regex member(R"(\n  [^\n()]*\b[a-z]\w*_( = [^;\n]*|\{[^}\n]*\})?;)");
  const auto count = std::distance(std::sregex_iterator(header.begin(), header.end(), member),
                                   std::sregex_iterator());
  CHECK(count >= 20);      // the pattern finds them
  CHECK(count + 2 <= 25);  // two are public
  for (const std::string& file : files_below({"sim", "app", "kernels", "tests"})) {
    if (!file.ends_with(".cpp") && !file.ends_with(".hpp")) continue;
    const std::string text = read_source(file);
    const auto lines = std::count(text.begin(), text.end(), '\n');
    if (lines > 600) MESSAGE(file << " has " << lines << " lines");
    CHECK(lines <= 600);
  }
}

TEST_CASE("structure: no folder has more than 65 sources of its own") {
  std::map<std::string, size_t> sources;
  for (const std::string& file : files_below({"sim", "app", "kernels"}))
    ++sources[file.substr(0, file.rfind('/'))];
  CHECK(sources.size() > 50);
  for (const auto& [folder, count] : sources) {
    if (count > 65) MESSAGE(folder << " has " << count << " sources");
    CHECK(count <= 65);
  }
}

TEST_CASE("structure: few small headers have one includer beside their own source") {
  std::map<std::string, std::set<std::string>> includers;
  std::map<std::string, long> lines;
  for (const std::string& file : files_below({"sim", "app", "kernels"})) {
    const std::string text = read_source(file);
    if (file.ends_with(".hpp")) lines[file] = std::count(text.begin(), text.end(), '\n');
    for (const Include& include : includes_of(text))
      if (include.is_quoted) includers[include.path].insert(file);
  }
  std::string small;
  size_t count = 0;
  for (const auto& [header, length] : lines) {
    std::set<std::string> others = includers[header];
    others.erase(header.substr(0, header.size() - 3) + "cpp");
    if (length >= 60 || others.size() != 1) continue;
    ++count;
    small += header + " for " + *others.begin() + "\n";
  }
  CHECK(count > 0);  // it finds them
  if (count > 90) MESSAGE(count << " headers:\n" << small);
  CHECK(count <= 90);
}
