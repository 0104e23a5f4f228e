// Shared memory by rows: which ones are shown, what is lit, what labels say.
#include "app/window/access/memory_layout.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/window/frame/panel.hpp"
#include "panel_fixture.hpp"
#include "picture_fixture.hpp"

using namespace warplens;
using namespace warplens::test;

TEST_CASE("memory: rows are all, those of the array, or those around what is touched") {
  views::MemoryExtent extent{20, 4, 8, 5, 6};
  CHECK(views::choose_rows(extent, 400, 30, 5).count == 20);
  const auto array_only = views::choose_rows(extent, 100, 30, 5);
  CHECK(array_only.first == 4);
  CHECK(array_only.count == 4);
  extent = {384, 0, 384, 200, 232};
  const auto part = views::choose_rows(extent, 300, 30, 5);
  CHECK(part.first <= 200);
  CHECK(part.first + part.count >= 232);
  CHECK(part.height * static_cast<float>(part.count) <= 300.5f);
}

TEST_CASE("memory: rows have numbers that can be read, however low they are") {
  constexpr float kLeast = 11;  // [pixels]
  const gui::State model = run_model(column_copy_text(), kPlain32, 1);
  Stage stage({640, 230});
  stage.draw(views::kMemoryPanel, model);
  size_t numbers = 0;
  for (const ui::DrawnText& text : stage.probe().texts()) {
    const bool is_number = text.text.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number || text.max.x > 60) continue;  // left of the banks
    ++numbers;
    CHECK(text.size >= kLeast);
  }
  CHECK(numbers >= 4);
}

TEST_CASE("memory: the words that lanes touch are lit, the buttons choose the labels") {
  Stage stage({700, 320});
  const gui::State model = run_model(column_copy_text(), kPadded16, 1);
  stage.draw(views::kMemoryPanel, model);
  CHECK(count_widgets(stage.probe(), "word:") == 32);
  CHECK(stage.probe().find("word:256") != nullptr);
  const auto actions = stage.press(views::kMemoryPanel, model, "label:value");
  const auto options = changed_options(model.options, actions);
  REQUIRE(options);
  CHECK(options->label == gui::CellLabel::kValue);
  const auto pressed = stage.press(views::kMemoryPanel, model, "word:256");
  const auto* address = find_action<gui::action::SelectAddress>(pressed);
  REQUIRE(address != nullptr);
  CHECK(address->space == trace::Space::kShared);
  CHECK(address->address == 1024);
}

TEST_CASE("memory: where what was chosen has no room, a note names numbers as lanes") {
  gui::State model = run_model(column_copy_text(), kPadded16, 1);
  const auto has_lanes = [](const Stage& stage) {
    const auto& texts = stage.probe().texts();
    return std::any_of(texts.begin(), texts.end(),
                       [](const ui::DrawnText& text) { return text.text == "31"; });
  };
  Stage narrow({700, 320});
  narrow.draw(views::kMemoryPanel, model);
  CHECK(has_lanes(narrow));
  CHECK(narrow.probe().has_text("[row][column] has no room: numbers are lanes"));
  model.options.label = gui::CellLabel::kThread;
  narrow.draw(views::kMemoryPanel, model);
  CHECK_FALSE(narrow.probe().has_text("has no room"));
  model.options.label = gui::CellLabel::kElement;
  Stage wide({1800, 500});
  wide.draw(views::kMemoryPanel, model);
  CHECK(wide.probe().has_text("15,0"));
  CHECK_FALSE(wide.probe().has_text("has no room"));
}

TEST_CASE("memory: an array of one dimension has elements, no [row][column]") {
  const gui::State model = run_model(
      "__global__ void k(int* x) {\n  __shared__ int s[128];\n"
      "  s[threadIdx.x + 96] = 1;\n  x[threadIdx.x] = s[threadIdx.x + 96];\n}\n",
      "--block 32 --arg x=int[32]", 0);
  Stage narrow({640, 320});
  narrow.draw(views::kMemoryPanel, model);
  CHECK(narrow.probe().has_text("elements have no room: numbers are lanes"));
}
