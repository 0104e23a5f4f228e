// More pairs of places race than are kept.
#include "sim/observe/races/conflicts.hpp"

#include <doctest/doctest.h>

using namespace warplens::observe;

TEST_CASE("conflicts: the first pair that is left out is remembered, known ones go on counting") {
  Conflicts conflicts;
  Party earlier, later;
  const auto add = [&](uint32_t site) {
    ConflictKey key{};
    key.later_site = site;
    conflicts.add(key, {earlier, later});
  };
  for (uint32_t site = 0; site < Conflicts::kMost; ++site) add(site);
  CHECK_FALSE(conflicts.first_left_out().has_value());
  later.step = 7;
  add(Conflicts::kMost);
  later.step = 8;
  add(Conflicts::kMost + 1);
  add(0);
  REQUIRE(conflicts.first_left_out().has_value());
  CHECK(conflicts.first_left_out()->step == 7);
  CHECK(conflicts.all().size() == Conflicts::kMost);
  CHECK(conflicts.all().begin()->second.count == 2);
}
