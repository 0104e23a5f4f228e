// Places in a text: lines and columns with UTF-8, a byte-order mark, CRLF and tabs.
#include <doctest/doctest.h>

#include <random>

#include "sim/base/source.hpp"

using namespace warplens::base;

TEST_CASE("source: lines end with LF, CRLF or a lone CR") {
  const SourceFile file("k.cu", "one\ntwo\r\nthree\rfour");
  REQUIRE(file.line_count() == 4);
  CHECK(file.line_text(1) == "one");
  CHECK(file.line_text(2) == "two");
  CHECK(file.line_text(3) == "three");
  CHECK(file.line_text(4) == "four");
  CHECK(file.line_start(3) == 9);
  CHECK(file.line_of(0) == 1);
  CHECK(file.line_of(3) == 1);  // the line end belongs to its line
  CHECK(file.line_of(4) == 2);
  CHECK(file.line_of(9) == 3);
}

TEST_CASE("source: an empty text has one empty line, and places outside are harmless") {
  const SourceFile file;
  CHECK(file.line_count() == 1);
  CHECK(file.line_text(1) == "");
  CHECK(file.line_text(0) == "");
  CHECK(file.line_text(99) == "");
  CHECK(file.line_start(99) == 0);
  CHECK(file.slice({5, 9}) == "");
  const SourceFile text("k.cu", "abc");
  CHECK(text.slice({1, 99}) == "bc");
  CHECK(text.slice({2, 1}) == "");
  CHECK(text.line_column(99) == LineColumn{1, 4});
}

TEST_CASE("source: a last line end opens an empty line") {
  const SourceFile file("k.cu", "a\n");
  CHECK(file.line_count() == 2);
  CHECK(file.line_text(2) == "");
  CHECK(SourceFile("k.cu", "a\r\n").line_count() == 2);
  CHECK(SourceFile("k.cu", "a\r").line_count() == 2);
}

TEST_CASE("source: a byte-order mark is no part of the text") {
  const SourceFile file("k.cu", "\xEF\xBB\xBFint x;");
  CHECK(file.text() == "int x;");
  CHECK(file.line_column(4) == LineColumn{1, 5});
}

TEST_CASE("source: columns count characters") {
  const SourceFile file("k.cu", "// \xE7\x9F\xA9\xE9\x98\xB5 x\n\t\ty");  // two Chinese characters
  CHECK(file.line_column(3) == LineColumn{1, 4});
  CHECK(file.line_column(6) == LineColumn{1, 5});
  CHECK(file.line_column(10) == LineColumn{1, 7});
  CHECK(file.line_column(14) == LineColumn{2, 3});
  CHECK(count_characters("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") == 4);
}

TEST_CASE("source: spans join to the smallest that holds both") {
  CHECK(join({3, 5}, {8, 9}) == Span{3, 9});
  CHECK(join({8, 9}, {3, 5}) == Span{3, 9});
  CHECK(join({1, 9}, {3, 5}) == Span{1, 9});
  CHECK(Span{4, 4}.empty());
}

TEST_CASE("source: in random texts, every offset is in its line") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string text(random() % 60, ' ');
    for (char& c : text) c = "ab\n\r\t\xC3\xA9"[random() % 7];
    const SourceFile file("k.cu", text);
    for (uint32_t offset = 0; offset < file.text().size(); ++offset) {
      const uint32_t line = file.line_of(offset);
      REQUIRE(line >= 1);
      REQUIRE(line <= file.line_count());
      REQUIRE(file.line_start(line) <= offset);
      if (line < file.line_count()) REQUIRE(offset < file.line_start(line + 1));
      REQUIRE(file.line_column(offset).line == line);
    }
  }
}

TEST_CASE("source: included texts lie behind the root and have lines of their own") {
  SourceFile file("k.cu", "one\ntwo");
  const std::string_view two = file.slice({4, 7});
  const uint32_t a = file.append("a.h", "alpha\nbeta\n", {0, 3});
  const uint32_t b = file.append("b.h", "\tgamma", {file.begin_of(a) + 6, file.begin_of(a) + 10});
  CHECK(file.text() == "one\ntwo");
  CHECK(file.line_count() == 2);
  CHECK(two == "two");
  CHECK(file.part_count() == 3);
  CHECK(file.name(a) == "a.h");
  const uint32_t beta = file.begin_of(a) + 6;
  CHECK(file.line_column(beta + 1) == LineColumn{2, 2, a});
  CHECK(file.slice({beta, beta + 4}) == "beta");
  CHECK(file.line_text(2, a) == "beta");
  CHECK(file.line_text(2) == "two");
  CHECK(file.line_column(file.begin_of(b) + 1) == LineColumn{1, 2, b});
  CHECK(file.line_column(7) == LineColumn{2, 4});  // behind the root's last character
  CHECK(file.slice({4, beta}) == "two");           // a slice ends with its text
  CHECK(file.in_root({1, 2}) == Span{1, 2});
  CHECK(file.in_root({file.begin_of(b), file.begin_of(b) + 1}) == Span{0, 3});
}

TEST_CASE("source: a copy has the included texts too") {
  SourceFile file("k.cu", "x");
  file.append("a.h", "y", {0, 1}, false);
  const SourceFile copy = file;
  CHECK(copy.slice({copy.begin_of(1), copy.end()}) == "y");
  CHECK(copy.is_own(0));
  CHECK_FALSE(copy.is_own(copy.begin_of(1)));
}
