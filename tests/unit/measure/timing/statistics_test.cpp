#include "kernels/measure/timing/statistics.hpp"

#include <doctest/doctest.h>

namespace {

using namespace warplens::measure;
using namespace warplens::measure::timing;

}  // namespace

TEST_CASE("statistics: quantiles are between the values in proportion") {
  CHECK(quantile({7}, 0) == 7);
  CHECK(quantile({7}, 1) == 7);
  const std::vector<double> values{1, 2, 4, 8, 16};
  CHECK(quantile(values, 0) == 1);
  CHECK(quantile(values, 0.25) == 2);
  CHECK(quantile(values, 0.5) == 4);
  CHECK(quantile(values, 0.875) == 12);
  CHECK(quantile(values, 1) == 16);
  CHECK(quantile({1, 2}, 0.5) == 1.5);
}

TEST_CASE("statistics: no runs have no time") {
  CHECK(summarise({}) == Times{});
}

TEST_CASE("statistics: the spread is half of the middle half's range, as a share of the median") {
  const Times times = summarise({140, 60, 100, 80, 120});
  CHECK(times.median_us == 100);
  CHECK(times.spread == doctest::Approx(0.2));  // (120 - 80) / 2 / 100
  CHECK(times.runs == 5);
  CHECK_FALSE(times.settled);
}

TEST_CASE("statistics: a few outliers neither move the median nor unsettle it") {
  std::vector<double> runs(20, 50.0);
  runs[3] = 5000;
  runs[11] = 900;
  const Times times = summarise(runs);
  CHECK(times.median_us == 50);
  CHECK(times.spread == 0);
  CHECK(times.settled);
}

TEST_CASE("statistics: settled needs enough runs and less than two per cent") {
  CHECK_FALSE(summarise(std::vector<double>(kFewestRuns - 1, 3.0)).settled);
  CHECK(summarise(std::vector<double>(kFewestRuns, 3.0)).settled);
  std::vector<double> wide, narrow;
  for (int i = 0; i < 40; ++i) {
    wide.push_back(i % 2 == 0 ? 97.9 : 102.1);
    narrow.push_back(i % 2 == 0 ? 98.1 : 101.9);
  }
  CHECK_FALSE(summarise(wide).settled);
  CHECK(summarise(narrow).settled);
}

TEST_CASE("statistics: runs too short for the clock have no spread") {
  CHECK(summarise(std::vector<double>(10, 0.0)).spread == 0);
}
