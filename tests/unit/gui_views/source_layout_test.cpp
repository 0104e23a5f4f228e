// Where a finished run's accesses stand in a text that is being edited.
#include <doctest/doctest.h>

#include "app/gui/views/source.hpp"
#include "app/gui/views/source_layout.hpp"

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
