#include "app/window/frame/option_changes.hpp"

#include <doctest/doctest.h>

using namespace warplens;

TEST_CASE("option changes: each changes what it names, so that two of one frame both hold") {
  gui::ViewOptions options;
  views::toggle_light(options);
  views::toggle_heat(options);
  CHECK(options.light);
  CHECK(options.heat);
  views::toggle_differences(options);
  CHECK_FALSE(options.heat);  // one place for both
  CHECK(options.differences);
  CHECK(options.light);
  for (int i = 0; i < 20; ++i) views::enlarge(options);
  CHECK(options.scale == 2.0f);
  for (int i = 0; i < 20; ++i) views::reduce(options);
  CHECK(options.scale == 0.75f);
  views::next_label(options);
  CHECK(options.label == gui::CellLabel::kThread);
}

TEST_CASE("option changes: a page makes room for the question") {
  gui::ViewOptions options;
  options.page = gui::Page::kOccupancy;
  options.revealed = true;
  views::toggle_ask_first(options);
  CHECK(options.ask_first);
  CHECK_FALSE(options.revealed);
  CHECK(options.page == gui::Page::kSteps);
  options.page = gui::Page::kOccupancy;
  views::toggle_ask_first(options);
  CHECK(options.page == gui::Page::kOccupancy);
}
