// Where a finished run's accesses stand in a text that is being edited.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/window/source/source.hpp"
#include "app/window/source/source_layout.hpp"

using warplens::base::Span;
using warplens::views::count_text;
using warplens::views::SpanMap;

TEST_CASE(
    "span map: before a change nothing moves, after it everything by the same, inside it is lost") {
  const std::string before = "int a;\nx[i] = 1;\ny[i] = 2;\n";
  const std::string now = "int a;\nx[i + 1] = 1;\ny[i] = 2;\n";
  const SpanMap map = SpanMap::between(before, now);
  CHECK_FALSE(map.is_same);
  CHECK(map.map(Span{0, 6}) == Span{0, 6});
  CHECK_FALSE(map.map(Span{7, 11}).has_value());
  const auto y = map.map(Span{17, 21});
  REQUIRE(y.has_value());
  CHECK(now.substr(y->begin, y->end - y->begin) == "y[i]");
}

TEST_CASE("span map: equal texts map everything to itself") {
  const SpanMap map = SpanMap::between("abc", "abc");
  CHECK(map.is_same);
  CHECK(map.map(Span{1, 3}) == Span{1, 3});
}

TEST_CASE("counts: short from 100,000 on") {
  CHECK(count_text(99'999) == "99,999");
  CHECK(count_text(123'456) == "123k");
  CHECK(count_text(37'800'000) == "37.8M");
}

namespace {

// The rows of a line where each character is a pixel wide, and a bar between them.
std::string wrapped(std::string_view text, float width) {
  std::vector<float> x;
  for (size_t i = 0; i <= text.size(); ++i) x.push_back(static_cast<float>(i));
  std::string rows;
  for (const warplens::views::TextRow& row : warplens::views::wrapped_rows(text, x, 1, width)) {
    if (row.begin > 0) rows += '|';
    rows += text.substr(row.begin, row.end - row.begin);
    CHECK(row.indent >= 0);
  }
  return rows;
}

}  // namespace

TEST_CASE("source rows: words are whole where a row has room for them") {
  CHECK(wrapped("a = b;", 20) == "a = b;");
  CHECK(wrapped("copy(to, from, bytes);", 12) == "copy(to, |from, |bytes);");
  // The indentation gives way to a long word.
  CHECK(wrapped("  copy(to, from, cudaMemcpyDeviceToHost);", 26) ==
        "  copy(to, from, |cudaMemcpyDeviceToHost);");
  // What has no space in it: behind punctuation, before a word.
  CHECK(wrapped("atomicAdd(&bins[data[i]],1);", 16) == "atomicAdd(&bins[|data[i]],1);");
  CHECK(wrapped("a.b[x*1.25f]", 8) == "a.b[x*|1.25f]");
  CHECK(wrapped("x=1.25f+y", 5) == "x=|1.25f|+y");
  // The first word behind much indentation.
  CHECK(wrapped("          cudaMalloc(p);", 16) == "          |cudaMalloc(p);");
  CHECK(wrapped("      add(&bins[data[i]] / 4);", 20) == "      add(&bins[|data[i]] / |4);");
  // A space that alone has no room is no reason for another break.
  CHECK(wrapped("abcd efgh", 4) == "abcd |efgh");
}

TEST_CASE("source rows: only a word that is longer than a row is cut") {
  CHECK(wrapped("abcdefghijklmno", 6) == "abcdef|ghijkl|mno");
  CHECK(wrapped("f(abcdefghijklmno", 6) == "f(|abcdef|ghijkl|mno");
}
