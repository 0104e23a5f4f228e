// Arrays, registers and tiles over kernels that were really run: what cells say, what pressing them
// does.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/access/grid_picture.hpp"
#include "app/window/frame/panel.hpp"
#include "panel_fixture.hpp"
#include "picture_fixture.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using namespace warplens::test;
using views::Area;
using warplens::test::golden;

TEST_CASE("tiles: a part of each row of a folded array is not shown as all between its ends") {
  scene::Grid grid;
  grid.extents = {32'000'000};
  grid.count = 32'000'000;
  grid.columns = 8'192;
  grid.rows = 3'907;
  using Words = std::vector<std::string>;
  CHECK(views::part_words(grid, {0, 32, 0, 48}) ==
        Words{"rows of 8,192: rows 0–31, columns 0–47", "rows 0–31", "columns 0–47 of 8,192"});
  CHECK(views::part_words(grid, {1, 3, 0, 8'192}) == Words{"elements 8,192–24,575"});
  CHECK(views::part_words(grid, {1, 2, 16, 48}) == Words{"elements 8,208–8,239"});
  CHECK(views::part_words(grid, {3'906, 3'907, 0, 8'192}) ==
        Words{"elements 31,997,952–31,999,999"});
  grid.extents = {3'907, 8'192};
  CHECK(views::part_words(grid, {1'000, 1'032, 0, 48}).front() == golden("window.tiles.part"));
}

TEST_CASE("tiles: where values have no room, cells say nothing rather than who touches them") {
  gui::State model = run_model(column_copy_text(), kPadded16, 1);
  const auto in_tile = [](const Stage& stage) {
    size_t count = 0;
    for (int row = 0; row < 16; ++row) {
      const auto* cell = stage.probe().find("cell:s:" + std::to_string(row) + ":0");
      REQUIRE(cell != nullptr);
      for (const ui::DrawnText& text : stage.probe().texts())
        count += overlap({text.min, text.max}, area_of(*cell)) ? 1 : 0;
    }
    return count;
  };
  Stage stage({760, 330});
  stage.draw(views::kTilesPanel, model);
  CHECK(in_tile(stage) == 0);
  model.options.label = gui::CellLabel::kThread;
  stage.draw(views::kTilesPanel, model);
  CHECK_MESSAGE(in_tile(stage) > 0, "who touches them was asked for");
}

TEST_CASE("tiles: a step back takes back the step that is left, then rests on its own") {
  Stage stage({700, 340});
  gui::State model = opening_product(1);
  model.motion.backwards = true;
  model.motion.progress = 0.5f;
  model.motion.leaving = opening_product(8 + 4).moment;
  stage.draw(views::kTilesPanel, model);
  CHECK(stage.probe().has_text("k = 2"));
  model.motion.progress = 1;
  stage.draw(views::kTilesPanel, model);
  CHECK_FALSE(stage.probe().has_text("k = 2"));
}

TEST_CASE("tiles: a loaded value is in its register only once its motion has arrived") {
  Stage stage({900, 400});
  gui::State model = opening_product(0);
  model.motion.progress = 0.3f;
  stage.draw(views::kTilesPanel, model);
  CHECK_FALSE(stage.probe().has_text("180"));
  model.motion.progress = 1;
  stage.draw(views::kTilesPanel, model);
  CHECK(stage.probe().has_text("180"));
}

TEST_CASE("tiles: the opening load lights M[11][4]; pressing selects element and thread") {
  Stage stage({700, 340});
  gui::State model = opening_product(0);
  const auto actions = stage.press(views::kTilesPanel, model, "cell:M:11:4");
  const auto* address = find_action<gui::action::SelectAddress>(actions);
  REQUIRE(address != nullptr);
  CHECK(address->space == trace::Space::kGlobal);
  CHECK(address->address == model.moment->lanes[kOpeningLane].address);
  CHECK(stage.probe().has_text("M[11][4] = 180"));
  CHECK(stage.probe().has_text("touched by lane 28"));
  const auto pressed = stage.press(views::kTilesPanel, model, "register:9");
  const auto* thread = find_action<gui::action::SelectThread>(pressed);
  REQUIRE(thread != nullptr);
  CHECK(thread->lane == 9);
}

TEST_CASE("tiles: the product says cursor and running sum") {
  Stage stage({700, 340});
  gui::State model = opening_product(8 + 4);
  stage.draw(views::kTilesPanel, model);
  CHECK(stage.probe().has_text("k = 2"));
  CHECK(stage.probe().has_text("sum = 7068"));
  CHECK(stage.probe().has_text("thread (4, 3)"));
}

TEST_CASE("tiles: an array's cells say their values, touched or not, and no index") {
  const std::string text =
      "__global__ void k(const float* a, float* b) {"
      " if (threadIdx.x < 3) b[threadIdx.x] = a[threadIdx.x * 4 + 1]; }";
  const gui::State model =
      run_model(text, "--grid 1 --block 32 --arg a=float[3][4]:iota --arg b=float[3]:zero", 0);
  Stage stage({700, 420});
  stage.draw(views::kTilesPanel, model);
  const auto count = [&](std::string_view wanted) {
    const auto& texts = stage.probe().texts();
    return std::count_if(texts.begin(), texts.end(),
                         [&](const ui::DrawnText& drawn) { return drawn.text == wanted; });
  };
  CHECK(count("1,1") == 0);
  CHECK(count("0,2") == 0);
  CHECK(count("9") >= 1);   // a[2][1], which lane 2 loads
  CHECK(count("11") >= 1);  // a[2][3], which nobody does
}

TEST_CASE("tiles: what is wrong with a cell is shown beside arrays, numbers and registers") {
  const std::string text =
      "__global__ void k(int* x) { __shared__ int s[33]; int t = threadIdx.x; s[t] = t;"
      " __syncthreads(); x[t] = s[t + 1]; }";
  const gui::State model = run_model(text, "--block 32 --arg x=int[32]:zero", 1);
  REQUIRE(model.moment->faulty.all() != 0);
  for (const ImVec2 size : {ImVec2(700, 420), ImVec2(900, 300), ImVec2(500, 500)}) {
    CAPTURE(size.x);
    Stage stage(size);
    stage.draw(views::kTilesPanel, model);
    const auto& texts = stage.probe().texts();
    const auto words = std::find_if(texts.begin(), texts.end(), [](const ui::DrawnText& drawn) {
      return drawn.text.find(": in a race") != std::string::npos ||
             drawn.text.find("nobody has written") != std::string::npos;
    });
    REQUIRE(words != texts.end());
    const Area label{words->min, words->max};
    for (const ui::WidgetRect& widget : stage.probe().widgets()) {
      if (widget.name.starts_with("cell:") || widget.name.starts_with("register:"))
        CHECK_FALSE(overlap(area_of(widget), label));
    }
    for (const ui::DrawnText& other : texts) {
      if (&other != &*words) CHECK_FALSE(overlap({other.min, other.max}, label));
    }
  }
}
