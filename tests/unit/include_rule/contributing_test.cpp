// CONTRIBUTING.md shows on real code how the usual things are added: every example is in the file
// that the text before it names.
#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The last `path/with.ending` in backticks of a line; "" if there is none.
std::string named_file(const std::string& line) {
  std::string named;
  for (size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1)) {
    const size_t end = line.find('`', at + 1);
    if (end == std::string::npos) break;
    const std::string word = line.substr(at + 1, end - at - 1);
    if (word.find('/') != std::string::npos && word.find(' ') == std::string::npos) named = word;
    at = end;
  }
  return named;
}

struct Example {
  std::string file;
  std::vector<std::string> lines;
};

std::vector<Example> examples() {
  std::vector<Example> found;
  std::string file;
  bool is_inside = false, is_shell = false;
  for (const std::string& line : lines_of(text_of("CONTRIBUTING.md"))) {
    if (line.starts_with("```")) {
      is_inside = !is_inside;
      is_shell = is_inside && line == "```sh";
      if (is_inside && !is_shell) found.push_back({file, {}});
    } else if (is_inside) {
      if (!is_shell) found.back().lines.push_back(line);
    } else if (const std::string named = named_file(line); !named.empty()) {
      file = named;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("CONTRIBUTING.md: every example is in the file that it names") {
  const std::vector<Example> all = examples();
  CHECK(all.size() >= 10);
  for (const Example& example : all) {
    CAPTURE(example.file);
    const std::vector<std::string> lines = lines_of(text_of(example.file));
    const std::set<std::string> known(lines.begin(), lines.end());
    REQUIRE_FALSE(known.empty());
    for (const std::string& line : example.lines) {
      CAPTURE(line);
      CHECK(known.count(line) == 1);
    }
  }
}

TEST_CASE("CONTRIBUTING.md: the usual things are there") {
  const std::string text = text_of("CONTRIBUTING.md");
  for (const char* heading :
       {"## An intrinsic\n", "## An opcode\n", "## A finding\n", "## A hint\n", "## An observer\n",
        "## A number, or a subject, of a report\n", "## A panel\n", "## A lesson\n",
        "## A device\n"})
    CHECK(text.find(heading) != std::string::npos);
}
