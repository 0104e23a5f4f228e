// The timeline drawn without a screen: transport, scrubbing, zoom, and how much it draws of a long
// recording.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "app/window/frame/timeline.hpp"
#include "panel_fixture.hpp"

using namespace warplens;
using test::changed_options;
using test::find_action;
using test::Stage;

TEST_CASE("timeline view: buttons give their actions") {
  gui::State model = test::make_model({}, 1);
  Stage stage({1500, 170});
  const auto press = [&](const char* widget) {
    return stage.press(views::kTimelinePanel, model, widget);
  };
  const auto forward = press("timeline:forward");
  REQUIRE(find_action<gui::action::Step>(forward));
  CHECK(find_action<gui::action::Step>(forward)->delta == 1);
  const auto back = press("timeline:back");
  REQUIRE(find_action<gui::action::Step>(back));
  CHECK(find_action<gui::action::Step>(back)->delta == -1);
  REQUIRE(find_action<gui::action::GoToEnd>(press("timeline:last")));
  const auto play = press("timeline:play");
  const auto options = changed_options(model.options, play);
  REQUIRE(options);
  CHECK(options->playing);
  const auto unit = press("timeline:unit:phase");
  REQUIRE(find_action<gui::action::SetUnit>(unit));
  CHECK(find_action<gui::action::SetUnit>(unit)->unit == gui::StepUnit::kPhase);
  const auto follow = press("timeline:follow");
  REQUIRE(find_action<gui::action::SetFollow>(follow));
  CHECK(find_action<gui::action::SetFollow>(follow)->follow);
  const auto faster = press("timeline:faster");
  const auto options_faster = changed_options(model.options, faster);
  REQUIRE(options_faster);
  CHECK(options_faster->steps_per_second > model.options.steps_per_second);
  CHECK(stage.probe().has_text("step 2 of 24"));
}

TEST_CASE("timeline view: a press on a bar or band goes to its step") {
  gui::State model = test::make_model({.warps = 4, .rounds = 2}, 1);
  Stage stage({1500, 170});
  const auto bar = stage.press(views::kTimelinePanel, model, "bar:10");
  REQUIRE(find_action<gui::action::GoToStep>(bar));
  CHECK(find_action<gui::action::GoToStep>(bar)->step == 10);
  CHECK(stage.probe().has_text("load | compute"));
  stage.draw(views::kTimelinePanel, model);
  REQUIRE(stage.probe().find("phase:1"));
  const auto band = stage.press(views::kTimelinePanel, model, "interval:3");
  REQUIRE(find_action<gui::action::GoToStep>(band));
  CHECK(find_action<gui::action::GoToStep>(band)->step >= model.timeline->intervals[3].begin);
  CHECK(find_action<gui::action::GoToStep>(band)->step < model.timeline->intervals[3].end);
}

TEST_CASE("timeline view: many warps are one row and the chosen warp's") {
  gui::State model = test::make_model({.warps = 32, .width = 32}, 1);
  Stage stage({1500, 170});
  stage.draw(views::kTimelinePanel, model);
  const auto& texts = stage.probe().texts();
  CHECK(std::find(texts.begin(), texts.end(), "all") != texts.end());
  CHECK(std::find(texts.begin(), texts.end(), "w0") != texts.end());
  CHECK(std::find(texts.begin(), texts.end(), "w1") == texts.end());
}

TEST_CASE(
    "timeline view: 200,000 steps draw no more than a few thousand rectangles, and the wheel comes "
    "closer") {
  gui::State model = test::make_model({.warps = 8, .width = 32, .stride = 2, .rounds = 8400}, 1);
  REQUIRE(model.timeline->size() > 200000);
  Stage stage({1500, 170});
  stage.draw(views::kTimelinePanel, model);
  CHECK(ImGui::GetDrawData()->TotalVtxCount < 4 * 9000);  // hatching and texts included
  CHECK(stage.probe().find("bar:1") == nullptr);
  const ui::WidgetRect* scrubber = stage.probe().find("timeline:scrubber");
  REQUIRE(scrubber);
  stage.move_pointer({scrubber->min.x + 1, scrubber->max.y - 4});
  stage.draw(views::kTimelinePanel, model);
  for (int i = 0; i < 60; ++i) {
    stage.turn_wheel(1);
    stage.draw(views::kTimelinePanel, model);
  }
  stage.draw(views::kTimelinePanel, model);
  const auto& widgets = stage.probe().widgets();
  const auto is_bar = [](const ui::WidgetRect& widget) {
    return widget.name.rfind("bar:", 0) == 0;
  };
  CHECK(std::count_if(widgets.begin(), widgets.end(), is_bar) >= 8);
  CHECK(std::count_if(widgets.begin(), widgets.end(), is_bar) <= 10);
  CHECK(stage.probe().find("timeline:strip") != nullptr);
  model.selection.step = 150000;  // scrolls there
  stage.draw(views::kTimelinePanel, model);
  CHECK(stage.probe().find("bar:150000") != nullptr);
}

TEST_CASE("timeline view: a cut recording is named") {
  gui::State model = test::make_model({.rounds = 100, .budget = 4096}, 1);
  REQUIRE(model.timeline->is_cut);
  Stage stage({1500, 170});
  stage.draw(views::kTimelinePanel, model);
  CHECK(stage.probe().has_text("recording cut after"));
  CHECK(stage.probe().has_text("of 1,200 accesses"));
}

TEST_CASE("timeline view: the sentence about a cut recording has room") {
  const gui::State model = test::make_model({.rounds = 100, .budget = 4096}, 1);
  for (const float width : {1100.0f, 980.0f, 900.0f}) {
    Stage stage({width, 170});
    stage.draw(views::kTimelinePanel, model);
    CHECK(stage.probe().has_text("cut"));
    CHECK(ui::unreadable(stage.probe().texts()).empty());
  }
}

TEST_CASE(
    "timeline view: the scale keeps the pointer's step while zooming and stays within the "
    "recording") {
  views::TimeScale scale{0, 1000, 100, 500};
  const views::TimeScale near = views::zoomed(scale, 4, 350, 1000);
  CHECK(near.span == doctest::Approx(250));
  CHECK(near.step_at(350, 1000) == scale.step_at(350, 1000));
  CHECK(views::zoomed(near, 0.01f, 200, 1000).span == doctest::Approx(1000));
  CHECK(views::zoomed(near, 0.01f, 200, 1000).first == doctest::Approx(0));
  const views::TimeScale moved = views::scrolled_to(near, 999, 1000);
  CHECK(moved.first + moved.span <= 1000);
  CHECK(moved.x_of(999) < moved.left + moved.width);
}

TEST_CASE("timeline view: a bar's height means the same in every run") {
  const auto height = [](uint16_t cost, uint16_t needed) {
    return views::bar_height({cost, needed, 0, trace::Space::kShared});
  };
  CHECK(height(1, 1) == doctest::Approx(0.4));
  CHECK(height(4, 4) == doctest::Approx(0.4));
  CHECK(height(32, 1) == doctest::Approx(1));
  CHECK_MESSAGE(height(200, 1) == doctest::Approx(1), "no bar leaves its row");
  for (uint16_t cost = 2; cost <= 32; cost *= 2)
    CHECK(height(cost, 1) - height(cost / 2, 1) == doctest::Approx(0.12));
}

TEST_CASE("timeline view: the legend says all that the bars mean in every width, in even rows") {
  const gui::State model = test::make_model({.warps = 2});
  for (const float width : {640.0f, 900.0f, 1200.0f, 1600.0f}) {
    Stage stage({width, 170});
    stage.draw(views::kTimelinePanel, model);
    CAPTURE(width);
    for (const char* words : {"shared: wavefronts", "global: sectors", "excessive",
                              "height: 1 to 32 times the ideal", "waits at a barrier"})
      CHECK_MESSAGE(stage.probe().has_text(words), words);
    CHECK(ui::unreadable(stage.probe().texts()).empty());
  }
  using Rows = std::vector<size_t>;
  const Rows one{4}, two{2, 2}, each{1, 1};
  const std::vector<float> four{10, 10, 10, 10};
  CHECK(views::balanced_rows(four, 40) == one);
  CHECK_MESSAGE(views::balanced_rows(four, 39) == two, "not three and one");
  CHECK(views::balanced_rows({50, 10}, 20) == each);
}

TEST_CASE("timeline view: on the axis of one kind of work the others and waits are not named") {
  gui::State model = test::make_model({.warps = 4, .stride = 32}, 1);
  Stage stage({1500, 170});
  stage.draw(views::kTimelinePanel, model);
  CHECK(stage.probe().has_text("waits at a barrier"));
  CHECK_FALSE_MESSAGE(stage.probe().has_text("constant: broadcasts"), "there are none");
  model.options.axis = scene::Axis::kWavefronts;
  stage.draw(views::kTimelinePanel, model);
  CHECK(stage.probe().has_text("width: its work, not time"));
  CHECK(stage.probe().has_text("shared: wavefronts"));
  CHECK_FALSE(stage.probe().has_text("global: sectors"));
  CHECK_FALSE(stage.probe().has_text("waits at a barrier"));
}

TEST_CASE("timeline view: narrow bars are between whole pixels, and none is left out") {
  gui::State model = test::make_model({.warps = 1, .width = 32, .stride = 2, .rounds = 100}, 1);
  Stage stage({1000.5f, 170});
  stage.draw(views::kTimelinePanel, model);
  const uint32_t steps = model.run->recording->size();
  size_t wasteful = 0;
  for (uint32_t step = 0; step < steps; ++step) {
    CHECK(stage.probe().find(fmt::format("bar:{}", step)) != nullptr);
    const scene::Bar& bar = model.timeline->bars[step];
    wasteful += bar.cost > bar.ideal ? 1 : 0;
  }
  REQUIRE(wasteful > 50);
  const ImU32 waste = stage.ui().theme.waste_fill;
  size_t corners = 0;
  const ImDrawData* data = ImGui::GetDrawData();
  for (int i = 0; i < data->CmdListsCount; ++i) {
    for (const ImDrawVert& corner : data->CmdLists[i]->VtxBuffer) {
      if (corner.col != waste) continue;
      ++corners;
      CHECK(corner.pos.x == std::round(corner.pos.x));
    }
  }
  CHECK(corners >= 4 * wasteful);
}

TEST_CASE("timeline view: by work, an access is as wide as its passes") {
  const std::vector<uint32_t> before{0, 1, 1, 33, 40};
  views::TimeScale scale{0, 40, 100, 400, &before};
  CHECK(scale.units(4) == 40);
  CHECK(scale.width_of(0) == doctest::Approx(10));
  CHECK(scale.width_of(1) == doctest::Approx(0));
  CHECK(scale.width_of(2) == doctest::Approx(320));
  CHECK(scale.step_at(100, 4) == 0);
  CHECK_MESSAGE(scale.step_at(111, 4) == 2, "a step of no width is passed over");
  CHECK(scale.step_at(429, 4) == 2);
  CHECK(scale.step_at(431, 4) == 3);
  CHECK(scale.step_at(900, 4) == 3);
  const views::TimeScale near = views::zoomed(scale, 4, 300, 4);
  CHECK(near.span == doctest::Approx(10));
  CHECK(near.step_at(300, 4) == 2);
  const views::TimeScale moved = views::scrolled_to(near, 3, 4);
  CHECK(moved.x_of(4) <= moved.left + moved.width + 1);
}

TEST_CASE("timeline view: by work, an axis counts it, in round numbers") {
  CHECK(views::tick_distance(10, 95) == 10);
  CHECK(views::tick_distance(10, 101) == 20);
  CHECK(views::tick_distance(1, 101) == 200);
  CHECK(views::tick_distance(500, 90) == 1);
  CHECK(views::tick_distance(0.00001f, 90) == 10'000'000);
  gui::State model = test::make_model({.warps = 4, .stride = 32}, 1);
  Stage stage({1000, 260});
  stage.draw(views::kTimelinePanel, model);
  CHECK_FALSE(stage.probe().has_text("0 wavefronts"));
  model.options.axis = scene::Axis::kWavefronts;
  stage.draw(views::kTimelinePanel, model);
  CHECK(stage.probe().has_text("0 wavefronts"));
  CHECK(ui::unreadable(stage.probe().texts()).empty());
}

TEST_CASE("timeline view: every button is whole in a panel of 80 units, the smallest promised") {
  gui::State model = test::make_model({.warps = 2});
  for (const float units : {80.0f, 100.0f, 111.0f, 112.0f, 200.0f}) {
    Stage stage({units * 8, 160});
    stage.draw(views::kTimelinePanel, model);
    for (const char* name : {"timeline:first", "timeline:last", "timeline:unit:phase",
                             "timeline:follow", "timeline:slower", "timeline:faster"}) {
      CAPTURE(name);
      CAPTURE(units);
      const ui::WidgetRect* rect = stage.probe().find(name);
      REQUIRE(rect != nullptr);
      CHECK(rect->visible);
      CHECK(rect->max.x - rect->min.x >= 3.25f * 8);
      CHECK(rect->max.x <= units * 8);
    }
    const ui::WidgetRect* axis = stage.probe().find("timeline:axis");  // whole, or left out
    if (axis != nullptr) CHECK(axis->max.x <= units * 8);
  }
}
