// What a user is shown: place, sentence, line, caret, hint.
#include <doctest/doctest.h>

#include "sim/base/diagnostic.hpp"

using namespace warplens::base;

namespace {

Diagnostic error_at(Span span, std::string message, std::string hint = "") {
  Diagnostic out;
  out.span = span;
  out.message = std::move(message);
  out.hint = std::move(hint);
  return out;
}

// The part of a rendered diagnostic's caret line up to its caret, measured against the line above
// it.
size_t caret_column(const std::string& rendered) {
  const size_t caret = rendered.find('^');
  return caret - (rendered.rfind('\n', caret) + 1);
}

}  // namespace

TEST_CASE("diagnostic: place, sentence, line, caret under the span, hint") {
  const SourceFile file("k.cu", "int a;\n  foo(b);\n");
  CHECK(render(error_at({9, 12}, "unknown function 'foo'", "write 'bar'"), file) ==
        "k.cu:2:3: error: unknown function 'foo'\n"
        "2 |   foo(b);\n"
        "  |   ^~~\n"
        "  hint: write 'bar'\n");
}

TEST_CASE("diagnostic: warnings and notes say so, several are rendered in order") {
  const SourceFile file("k.cu", "x");
  Diagnostics list{error_at({0, 1}, "first"), error_at({0, 1}, "second")};
  list[0].severity = Severity::kWarning;
  list[1].severity = Severity::kNote;
  CHECK(render(list, file) ==
        "k.cu:1:1: warning: first\n1 | x\n  | ^\n"
        "k.cu:1:1: note: second\n1 | x\n  | ^\n");
}

TEST_CASE("diagnostic: tabs and wide bytes before the caret keep it under its character") {
  const SourceFile tabs("k.cu", "\t\tfoo;");
  CHECK(render(error_at({2, 5}, "m"), tabs) == "k.cu:1:3: error: m\n1 | \t\tfoo;\n  | \t\t^~~\n");
  const SourceFile accents("k.cu", "\xC3\xA9\xC3\xA9 foo;");
  CHECK(render(error_at({5, 8}, "m"), accents) ==
        "k.cu:1:4: error: m\n1 | \xC3\xA9\xC3\xA9 foo;\n  |    ^~~\n");
}

TEST_CASE("diagnostic: CRLF is not shown, and a span over lines is cut at its first one") {
  const SourceFile file("k.cu", "ab cd\r\nef\r\n");
  CHECK(render(error_at({3, 9}, "m"), file) == "k.cu:1:4: error: m\n1 | ab cd\n  |    ^~\n");
}

TEST_CASE("diagnostic: at the end of the file the caret is behind the last character") {
  const SourceFile file("k.cu", "int x");
  CHECK(render(error_at({5, 5}, "expected ';'"), file) ==
        "k.cu:1:6: error: expected ';'\n1 | int x\n  |      ^\n");
  const SourceFile empty("k.cu", "");
  CHECK(render(error_at({0, 0}, "no kernel"), empty) ==
        "k.cu:1:1: error: no kernel\n1 | \n  | ^\n");
}

TEST_CASE("diagnostic: a gutter of several digits stays aligned") {
  std::string text;
  for (int i = 0; i < 120; ++i) text += "x\n";
  const SourceFile file("k.cu", text);
  CHECK(render(error_at({2 * 99, 2 * 99 + 1}, "m"), file) ==
        "k.cu:100:1: error: m\n100 | x\n    | ^\n");
}

TEST_CASE("diagnostic: a long line is shown around the caret") {
  const SourceFile file("k.cu", std::string(3000, 'a') + " WRONG " + std::string(3000, 'b'));
  const std::string text = render(error_at({3001, 3006}, "m"), file);
  CHECK(text.size() < 600);
  CHECK(text.starts_with("k.cu:1:3002: error: m\n"));
  const size_t line_begin = text.find('\n') + 1;
  const std::string line = text.substr(line_begin, text.find('\n', line_begin) - line_begin);
  CHECK(line.substr(caret_column(text), 5) == "WRONG");
  CHECK(line.find("...") != std::string::npos);
  CHECK(text.find("^~~~~\n") != std::string::npos);
}

TEST_CASE("diagnostic: a long line is cut between characters, and its span too") {
  std::string accents;
  for (int i = 0; i < 1000; ++i) accents += "\xC3\xA9";
  const SourceFile file("k.cu", accents);
  const std::string text = render(error_at({1000, 2000}, "m"), file);
  CHECK(text.size() < 900);
  for (size_t i = 0; i + 1 < text.size(); ++i) {  // every character is whole
    REQUIRE((static_cast<unsigned char>(text[i]) == 0xC3) ==
            (static_cast<unsigned char>(text[i + 1]) == 0xA9));
  }
}

TEST_CASE("diagnostic: without a place it names the file, or nothing") {
  CHECK(render(placeless("no such device", "try h200"), SourceFile()) ==
        "error: no such device\n  hint: try h200\n");
  CHECK(render(placeless("no kernel"), SourceFile("k.cu", "int x;")) == "k.cu: error: no kernel\n");
}

TEST_CASE("nearest name: typing mistakes, not other words") {
  const std::vector<std::string> names{"threadIdx", "blockIdx", "blockDim",
                                       "gridDim",   "tile_m",   "n"};
  CHECK(nearest_name("threadldx", names) == "threadIdx");
  CHECK(nearest_name("threadidx", names) == "threadIdx");
  CHECK(nearest_name("bolckDim", names) == "blockDim");
  CHECK(nearest_name("tile_n", names) == "tile_m");
  CHECK(nearest_name("completely", names) == "");
  CHECK(nearest_name("", names) == "");
  CHECK(nearest_name("m", {"a", "n"}) == "");
  CHECK(nearest_name("m", {"a", "M"}) == "M");
  CHECK(nearest_name("x", {}) == "");
}

TEST_CASE("diagnostic: a place in an included text is shown with that text's name and line") {
  SourceFile file("k.cu", "one\ntwo");
  const uint32_t a = file.append("a.h", "alpha\nbeta gamma\n", {0, 3});
  const uint32_t gamma = file.begin_of(a) + 11;
  Diagnostics errors{at({gamma, gamma + 5}, "no such letter"), at({4, 7}, "too many")};
  keep_included(errors, file);
  CHECK(render(errors, SourceFile("k.cu", "one\ntwo")) ==
        "a.h:2:6: error: no such letter\n2 | beta gamma\n  |      ^~~~~\n"
        "k.cu:2:1: error: too many\n2 | two\n  | ^~~\n");
}
