// Wrong programs: every file of tests/golden/diagnostics lists in comments all errors that its text
// must get, whether a kernel reaches them or not, as `// expect error LINE:COLUMN: message` or
// `// expect error: message`; a program that compiles lists its warnings as
// `// expect warning LINE:COLUMN: message`. The hint follows ` -> ` where it matters.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support.hpp"
#include "tests/support/golden_sentences.hpp"

namespace base = warplens::base;
using warplens::test::golden;

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

struct Expected {
  std::string message;  // with its place
  std::string hint;     // empty: any
};

std::vector<Expected> expectations(const std::string& text, const std::string& mark) {
  std::vector<Expected> expected;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    std::string rest = line.substr(at + mark.size());
    rest = rest.substr(rest.find_first_not_of(": "));
    const size_t hint = rest.find(" -> ");
    if (hint == std::string::npos)
      expected.push_back({rest, ""});
    else
      expected.push_back({rest.substr(0, hint), rest.substr(hint + 4)});
  }
  return expected;
}

// All at once, so that a mismatch shows the whole list.
std::string listed(const std::vector<Expected>& expected) {
  std::string text;
  for (const Expected& one : expected)
    text += one.message + (one.hint.empty() ? "" : " -> " + one.hint) + "\n";
  return text;
}

// The diagnostics of the text, with hints where `expected` has them.
std::string listed(const base::Diagnostics& diagnostics, const base::SourceFile& file,
                   const std::vector<Expected>& expected) {
  std::vector<Expected> got;
  for (const base::Diagnostic& diagnostic : diagnostics) {
    const base::LineColumn at = file.line_column(diagnostic.span.begin);
    const std::string place = std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
    const bool wants_hint = got.size() < expected.size() && !expected[got.size()].hint.empty();
    got.push_back({(diagnostic.has_place ? place : "") + diagnostic.message,
                   wants_hint ? diagnostic.hint : ""});
  }
  return listed(got);
}

}  // namespace

TEST_CASE("diagnostics: each wrong program gets the errors that its comments expect") {
  size_t programs = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/tests/golden/diagnostics")) {
    if (entry.path().extension() != ".cu") continue;
    ++programs;
    CAPTURE(entry.path().filename().string());
    const std::string text = read(entry.path());
    const std::vector<Expected> errors = expectations(text, "// expect error");
    const std::vector<Expected> warnings = expectations(text, "// expect warning");
    CHECK(errors.empty() == !warnings.empty());
    const base::SourceFile file("test.cu", text);
    const warplens::lang::Survey survey = warplens::lang::survey(file, {});
    const bool has_ready_kernel = survey.errors.empty();
    CHECK(listed(has_ready_kernel ? survey.unit->marks : survey.errors, file, errors) ==
          listed(errors));
    if (errors.empty()) CHECK(listed(survey.unit->warnings, file, warnings) == listed(warnings));
  }
  CHECK(programs >= 130);
}

TEST_CASE("diagnostics: texts that are not programs") {
  using warplens::lang::testing::errors_of;
  CHECK(errors_of("") == std::vector<std::string>{"the file is empty"});
  CHECK(errors_of("\xEF\xBB\xBF \r\n\t") == std::vector<std::string>{"the file is empty"});
  CHECK(errors_of("// only a comment\n") == std::vector<std::string>{"the file holds no kernel"});
  CHECK(errors_of(std::string("\x7f"
                              "ELF\0\0abc",
                              9)) == golden("lang.text.zero_byte"));
  CHECK(errors_of(std::string((4u << 20) + 1, ' ')).at(0).find("4 MiB") != std::string::npos);
  CHECK(errors_of("__global__ void k(float* a) { a[0] = \xff; }") == golden("lang.text.not_utf8"));
  CHECK(
      errors_of("__global__ void k(float* a) { float \x80\x80 = 1; a[0] = \x80; b = 1; }").size() ==
      1);
  CHECK(errors_of("__global__ void k(float* a) { /* \xC4\xE3 is GBK */ a[0] = 1; }").empty());
}

TEST_CASE("diagnostics: a tab is one column, and CRLF ends a line once") {
  CHECK(warplens::lang::testing::errors_of(
            "__global__ void k(float* a) {\r\n\t\ta[0] = x1;\r\n}\r\n") ==
        std::vector<std::string>{"2:10: unknown name 'x1'"});
  CHECK(warplens::lang::testing::errors_of(
            "__global__ void k(float* a) {\n/* 中文 */ a[0] = x1;\n}\n") ==
        std::vector<std::string>{"2:17: unknown name 'x1'"});
}
