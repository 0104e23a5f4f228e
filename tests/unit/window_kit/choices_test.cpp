// A row of choices: all as segments where they have room, else those are lists that gain most.
#include "app/window/kit/choices.hpp"

#include <doctest/doctest.h>

using warplens::ui::ChoiceWidths;
using warplens::ui::narrow_choices;

TEST_CASE("choices: all are as wide as they are where there is room") {
  CHECK(narrow_choices({}, 0).empty());
  CHECK(narrow_choices({{100, 40}, {50, 30}}, 150) == std::vector<bool>{false, false});
}

TEST_CASE("choices: what gains most is a list first, and no more than needed") {
  const std::vector<ChoiceWidths> groups{{100, 40}, {200, 60}, {50, 50}};
  CHECK(narrow_choices(groups, 349) == std::vector<bool>{false, true, false});
  CHECK(narrow_choices(groups, 210) == std::vector<bool>{false, true, false});
  CHECK(narrow_choices(groups, 209) == std::vector<bool>{true, true, false});
}

TEST_CASE("choices: what is no list stays as it is, also where there is no room at all") {
  CHECK(narrow_choices({{100, 40}, {50, 50}}, 10) == std::vector<bool>{true, false});
}
