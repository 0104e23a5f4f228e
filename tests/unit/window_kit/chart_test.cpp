// Axes of charts: where a value is, and the powers of ten beside them.
#include "app/window/kit/chart.hpp"

#include <doctest/doctest.h>

using namespace warplens::ui;

TEST_CASE("chart: a linear axis has its values at equal distances") {
  const Axis axis{-0.5, 3.5};
  CHECK(axis.share_of(-0.5) == doctest::Approx(0));
  CHECK(axis.share_of(1.5) == doctest::Approx(0.5));
  CHECK(axis.share_of(3.5) == doctest::Approx(1));
}

TEST_CASE("chart: a logarithmic axis has powers of ten at equal distances") {
  const Axis axis{0.01, 100, true};
  CHECK(axis.share_of(1) == doctest::Approx(0.5));
  CHECK(axis.share_of(10) == doctest::Approx(0.75));
}

TEST_CASE("chart: its y axis goes upwards") {
  const Chart chart{make_area(10, 20, 200, 100), {0, 1}, {0, 10}};
  CHECK(chart.at(0, 0).x == doctest::Approx(10));
  CHECK(chart.at(0, 0).y == doctest::Approx(120));
  CHECK(chart.at(1, 10).x == doctest::Approx(210));
  CHECK(chart.at(1, 10).y == doctest::Approx(20));
}

TEST_CASE("chart: decades are written as people read them") {
  const std::vector<Mark> marks = decade_marks(-2, 3);
  REQUIRE(marks.size() == 6);
  CHECK(marks[0].text == "0.01");
  CHECK(marks[2].text == "1");
  CHECK(marks[5].text == "1,000");
  CHECK(marks[5].value == doctest::Approx(1000));
}
