// Banks over kernels that were really run: who is in which wavefront, and which bank waits.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "app/window/frame/panel.hpp"
#include "panel_fixture.hpp"
#include "picture_fixture.hpp"

using namespace warplens;
using namespace warplens::test;
using views::Area;

TEST_CASE("banks: the padded copy at 16 puts lane 31 alone into a second wavefront") {
  Stage stage({700, 300});
  const gui::State model = run_model(column_copy_text(), kPadded16, 1);
  stage.draw(views::kBanksPanel, model);
  CHECK(count_widgets(stage.probe(), "bank:0:") == 31);
  CHECK(count_widgets(stage.probe(), "bank:1:") == 1);
  CHECK(stage.probe().find("bank:1:0") != nullptr);
  CHECK(stage.probe().has_text("2 wavefronts instead of 1"));
  CHECK(stage.probe().has_text("wavefront 2 carries one lane: 31 banks idle"));
  const auto actions = stage.press(views::kBanksPanel, model, "bank:1:0");
  const auto* selected = find_action<gui::action::SelectThread>(actions);
  REQUIRE(selected != nullptr);
  CHECK(selected->warp == 0);
  CHECK(selected->lane == 31);
}

TEST_CASE("banks: 32 wavefronts fit, in rows or where those would be too low in a queue") {
  const gui::State model = run_model(column_copy_text(), kPlain32, 1);
  for (const float height : {100.0f, 160.0f, 250.0f, 600.0f}) {
    CAPTURE(height);
    Stage stage({600, height});
    stage.draw(views::kBanksPanel, model);
    const Area panel{ImVec2(0, 0), ImVec2(600, height)};
    const bool are_rows = stage.probe().find("bank:0:0") != nullptr;
    CHECK(are_rows == (height == 100 || height == 600));
    float above = 0;
    for (int i = 0; i < 32; ++i) {
      const std::string number = std::to_string(i);
      const auto* cell =
          stage.probe().find(are_rows ? "bank:" + number + ":0" : "queue:0:" + number);
      REQUIRE(cell != nullptr);
      CHECK(lies_in(area_of(*cell), panel));
      CHECK(cell->max.y > cell->min.y);
      if (!are_rows) continue;
      CHECK(cell->min.y >= above);
      above = cell->max.y;
    }
  }
}

TEST_CASE("banks: where rows are too low for letters, every lane queues over its own bank") {
  const gui::State model = run_model(column_copy_text(), kPlain32, 1);
  Stage stage({700, 250});
  stage.draw(views::kBanksPanel, model);
  CHECK(count_widgets(stage.probe(), "bank:") == 0);
  CHECK(count_widgets(stage.probe(), "queue:0:") == 32);
  CHECK(stage.probe().has_text("32 wavefronts instead of 1"));
  // No text but numbers among the doors, so that none seems to be about another bank.
  const ui::WidgetRect* first = stage.probe().find("door:0");
  const ui::WidgetRect* last = stage.probe().find("door:31");
  REQUIRE(first != nullptr);
  REQUIRE(last != nullptr);
  for (const ui::DrawnText& text : stage.probe().texts()) {
    const bool is_among = text.min.x > first->min.x && text.max.x < last->max.x &&
                          text.max.y > first->min.y - 20 && text.min.y < last->max.y;
    if (is_among) CHECK(text.text.find_first_not_of("0123456789") == std::string::npos);
  }
  CHECK(ui::unreadable(stage.probe().texts()).empty());
}

TEST_CASE("banks: queues of several banks are each over theirs, and whole") {
  const gui::State model = run_model(
      "__global__ void k(int* x) {\n  __shared__ int s[32 * 40];\n"
      "  s[threadIdx.x * 40] = 1;\n  x[threadIdx.x] = s[threadIdx.x * 40];\n}\n",
      "--block 32 --arg x=int[32]", 0);
  REQUIRE(model.moment->banks.wavefronts.size() == 8);
  size_t with_queues = 0;
  for (float height = 90; height < 200; height += 5) {
    CAPTURE(height);
    Stage stage({560, height});
    stage.draw(views::kBanksPanel, model);
    if (count_widgets(stage.probe(), "queue:") == 0) continue;
    ++with_queues;
    for (int bank = 0; bank < 32; ++bank) {
      CAPTURE(bank);
      CHECK(count_widgets(stage.probe(), "queue:" + std::to_string(bank) + ":") ==
            (bank % 8 == 0 ? 8 : 0));
    }
  }
  CHECK(with_queues > 0);
}

TEST_CASE("banks: a broadcast is one cell that says how many lanes it feeds") {
  Stage stage({700, 300});
  const gui::State model = opening_product(8);  // tile_m[threadIdx.y][0]
  REQUIRE(model.moment->access.operation == trace::Operation::kLoad);
  REQUIRE(model.moment->array == "tile_m");
  stage.draw(views::kBanksPanel, model);
  CHECK(count_widgets(stage.probe(), "bank:") == 4);
  CHECK(count_widgets(stage.probe(), "banklane:") == 32);
}

TEST_CASE("banks and sectors: nothing is given away while counts are hidden") {
  Stage stage({700, 300});
  gui::State model = run_model(column_copy_text(), kPlain32, 1);
  model.options.ask_first = true;
  model.asking.of = model.moment;
  model.asking.questions = std::make_shared<const std::vector<scene::Question>>(
      scene::questions_about(*model.moment, model.run->device));
  stage.draw(views::kBanksPanel, model);
  CHECK(count_widgets(stage.probe(), "bank:") == 0);
  CHECK(count_widgets(stage.probe(), "banklane:") == 32);
  CHECK(count_widgets(stage.probe(), "cover") == 1);
  CHECK_FALSE(stage.probe().has_text("32 wavefronts"));
  stage.draw(views::kSentencePanel, model);
  CHECK(stage.probe().has_text("How many wavefronts does this access take?"));
  CHECK_FALSE(stage.probe().has_text("32 wavefronts"));
  CHECK(count_widgets(stage.probe(), "question:") == 3);  // 1, 32, and another question
  const auto actions = stage.press(views::kSentencePanel, model, "banks:reveal");
  const auto options = changed_options(model.options, actions);
  REQUIRE(options);
  CHECK(options->revealed);
  model = run_model(column_copy_text(), kPlain32, 0);
  model.options.ask_first = true;
  stage.draw(views::kGlobalPanel, model);
  CHECK(count_widgets(stage.probe(), "sector:") == 0);
  model.options.revealed = true;
  stage.draw(views::kGlobalPanel, model);
  CHECK(count_widgets(stage.probe(), "sector:") == 4);
}
