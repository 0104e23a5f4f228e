// What the root README and the guide say: that each option, file and picture that they name is
// there, and that the README stays one that is read.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPLENS_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Paths from the root.
std::vector<std::string> pages() {
  std::vector<std::string> all{"README.md"};
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot / "assets/guide"))
    all.push_back("assets/guide/" + entry.path().filename().string());
  return all;
}

std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern);
       at != std::sregex_iterator(); ++at)
    found.push_back((*at)[1]);
  return found;
}

std::set<std::string> declared(const std::regex& pattern) {
  std::string text;
  for (const char* file : {"launch_words.cpp", "report_rows.cpp"})
    text += text_of(kRoot / "app/cli" / file);
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot / "app/cli")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("declared_") && name.ends_with(".cpp")) text += text_of(entry.path());
  }
  const std::vector<std::string> found = matches(text, pattern);
  return {found.begin(), found.end()};
}

// Another program's options are its own.
std::string without_cmake(const std::string& text) {
  return std::regex_replace(text, std::regex("cmake [^`\n]*"), "");
}

// As the web makes a heading an address: "Rules of execution" is rules-of-execution.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ') anchor += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return anchor;
}

bool has_anchor(const fs::path& page, const std::string& anchor) {
  const std::vector<std::string> headings =
      matches(text_of(page), std::regex("(?:^|\n)#+ ([^\n]*)"));
  return std::any_of(headings.begin(), headings.end(),
                     [&](const std::string& heading) { return anchor_of(heading) == anchor; });
}

}  // namespace

TEST_CASE("README and guide: every option that they name is declared") {
  const std::set<std::string> known = declared(std::regex("\"(?:-h,)?(--[a-z][a-z-]*)\""));
  REQUIRE(known.size() > 60);
  REQUIRE(known.contains("--help"));
  size_t named = 0;
  for (const std::string& page : pages()) {
    CAPTURE(page);
    for (const std::string& option : matches(without_cmake(text_of(kRoot / page)),
                                             std::regex("(?:^|[^a-zA-Z-])(--[a-z][a-z-]*)"))) {
      ++named;
      if (!known.contains(option)) FAIL_CHECK(page << " names " << option);
    }
  }
  CHECK(named > 100);
}

TEST_CASE("README and guide: every option that is declared is in the guide") {
  std::string all;
  for (const std::string& page : pages()) all += text_of(kRoot / page);
  const std::vector<std::string> found =
      matches(all, std::regex("(?:^|[^a-zA-Z-])(--[a-z][a-z-]*)"));
  const std::set<std::string> named(found.begin(), found.end());
  for (const std::string& option : declared(std::regex("\"(?:-h,)?(--[a-z][a-z-]*)\""))) {
    if (option != "--version" && !named.contains(option))
      FAIL_CHECK(option << " is in no topic of the guide");
  }
}

TEST_CASE("README and guide: every command that they name is one") {
  const std::set<std::string> commands =
      declared(std::regex(R"re(add_subcommand\(\s*"([a-z-]+)")re"));
  REQUIRE(commands.size() > 8);
  for (const std::string& page : pages()) {
    for (const std::string& command :
         matches(text_of(kRoot / page), std::regex("(?:\n|`)warplens ([a-z][a-z-]*)"))) {
      if (!commands.contains(command)) FAIL_CHECK(page << " names warplens " << command);
    }
  }
}

TEST_CASE("README and guide: every file, picture and heading that they link to exists") {
  size_t links = 0;
  for (const std::string& page : pages()) {
    for (const std::string& link :
         matches(text_of(kRoot / page), std::regex(R"(\]\(([^)\s]+)\))"))) {
      ++links;
      if (link.starts_with("https://")) continue;
      const size_t mark = std::min(link.find('#'), link.size());
      const fs::path to = (kRoot / page).parent_path() / link.substr(0, mark);
      if (!fs::exists(to)) FAIL_CHECK(page << " links to " << link);
      if (mark < link.size() && !has_anchor(to, link.substr(mark + 1)))
        FAIL_CHECK(page << " links to " << link << ", a heading that is not there");
    }
  }
  CHECK(links > 60);
}

TEST_CASE("README: it is short, and leads to every topic of the guide") {
  const std::string readme = text_of(kRoot / "README.md");
  CHECK(std::count(readme.begin(), readme.end(), '\n') < 120);
  std::istringstream lines(readme);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(line.size() <= 160);
  }
  for (const std::string& page : pages()) {
    if (page == "README.md") continue;
    CAPTURE(page);
    CHECK(readme.find("(" + page + ")") != std::string::npos);
  }
}
