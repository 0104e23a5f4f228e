#include "sim/base/time_left.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using namespace std::chrono_literals;

TEST_CASE("time left: what is left takes as long a piece as what is done") {
  base::TimeLeft left;
  const auto begin = base::TimeLeft::Clock::now();
  CHECK_FALSE(left.after(1, 100, begin));  // too early to say
  CHECK(left.after(20, 100, begin + 4s).value() == doctest::Approx(16).epsilon(0.01));
  CHECK(left.after(100, 100, begin + 5s).value() == doctest::Approx(0));
}

TEST_CASE("time left: fewer pieces than before are those of another job") {
  base::TimeLeft left;
  const auto begin = base::TimeLeft::Clock::now();
  CHECK(left.after(50, 100, begin + 10s));
  CHECK_FALSE(left.after(1, 100, begin + 20s));
  CHECK(left.after(2, 100, begin + 30s).value() == doctest::Approx(490));
}

TEST_CASE("time left: seconds, then minutes") {
  CHECK(base::print_seconds(0.002) == "1 s");
  CHECK(base::print_seconds(119) == "119 s");
  CHECK(base::print_seconds(297) == "5 min");
}
