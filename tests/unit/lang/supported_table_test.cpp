// The tables of sim/lang/SUPPORTED.md are true: everything that they list as supported compiles,
// and everything that they list as refused has the message given there.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "support.hpp"

using namespace warplens::lang;

namespace {

std::string reference() {
  std::ifstream stream(WARPLENS_SOURCE_DIR "/sim/lang/SUPPORTED.md", std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The cells of `| a | b \| c | d |`, trimmed.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      const size_t first = cell.find_first_not_of(' ');
      cells.push_back(first == std::string::npos
                          ? ""
                          : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

// The rows of the table under `heading`, without its head.
std::vector<std::vector<std::string>> rows_under(const std::string& heading) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(reference());
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) is_inside = line == "## " + heading;
    if (is_inside && line.starts_with("|")) rows.push_back(cells_of(line));
  }
  REQUIRE(rows.size() > 2);
  rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

// The texts between backquotes.
std::vector<std::string> snippets_of(const std::string& cell) {
  std::vector<std::string> snippets;
  for (size_t at = cell.find('`'); at != std::string::npos; at = cell.find('`', at + 1)) {
    const size_t end = cell.find('`', at + 1);
    REQUIRE(end != std::string::npos);
    snippets.push_back(cell.substr(at + 1, end - at - 1));
    at = end;
  }
  return snippets;
}

// Directives get their own lines; two blanks mean a line's end.
std::string lines_of(std::string snippet) {
  if (snippet.find('#') == std::string::npos) return snippet;
  for (size_t at = snippet.find("  "); at != std::string::npos; at = snippet.find("  ", at)) {
    snippet.replace(at, 2, "\n");
  }
  return "\n" + snippet + "\n";
}

std::string program(const std::string& cell) {
  const std::vector<std::string> snippets = snippets_of(cell);
  REQUIRE((snippets.size() == 1 || snippets.size() == 2));
  return (snippets.size() == 2 ? lines_of(snippets[0]) : "") +
         "\n__global__ void k(float* a, const float* b, int* c, unsigned* u, int n) {\n" +
         lines_of(snippets.back()) + "\n}\n";
}

}  // namespace

TEST_CASE("supported table: every example of a supported feature compiles") {
  const auto rows = rows_under("What is supported");
  CHECK(rows.size() >= 80);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 3);
    CAPTURE(row[0]);
    const std::string text = program(row[1]);
    std::string errors;
    for (const std::string& error : testing::errors_of(text)) errors += error + "\n";
    INFO(text << errors);
    CHECK(errors.empty());
  }
}

TEST_CASE("supported table: every unsupported construct is reported, with what to write instead") {
  const auto rows = rows_under("What is refused by name");
  CHECK(rows.size() >= 20);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 2);
    const std::string text = program(row[0]);
    warplens::lang::CompileOptions options;
    options.kernels = {"k"};
    const auto result = compile(warplens::base::SourceFile("k.cu", text), options);
    CAPTURE(text);
    CHECK_FALSE(result.ok());
    if (result.ok()) continue;
    INFO(warplens::base::render(result.error(), warplens::base::SourceFile("k.cu", text)));
    const auto& errors = result.error();
    const bool is_named = std::any_of(errors.begin(), errors.end(), [&](const auto& error) {
      return (error.message + error.hint).find(row[1]) != std::string::npos && !error.hint.empty();
    });
    CHECK(is_named);
  }
}
