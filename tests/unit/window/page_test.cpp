// The Compare view's frame: progress and cancel while something is measured, sentences where
// something is missing, and the access that was measured alone.
#include "app/window/pages/page.hpp"

#include <doctest/doctest.h>

#include <set>

#include "app/window/pages/pages.hpp"
#include "panel_fixture.hpp"

using namespace warplens;
using test::find_action;
using test::Stage;

namespace {

void draw(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  views::draw_page(ui, model, actions, {ImVec2(0, 0), ImVec2(900, 600)});
}

void draw_access(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  views::draw_measured_access(ui, model, actions, ImVec2(0, 0), 420);
}

gui::State comparing(gui::Page page = gui::Page::kCompare) {
  gui::State model = test::make_model({}, 1);
  model.options.page = page;
  return model;
}

void give_gpu(gui::State& model) {
  measure::MachineAnswer machine;
  machine.devices.emplace_back();
  machine.devices.back().name = "Some GPU";
  model.measuring.machine = machine;
}

std::shared_ptr<scene::ComparisonScene> empty_comparison() {
  auto scene = std::make_shared<scene::ComparisonScene>();
  scene->launches.emplace_back();
  return scene;
}

}  // namespace

TEST_CASE(
    "page: each has its view in the row's place, its group's beside it and a key of its own") {
  std::set<char> keys;
  const auto views = views::page_views();
  for (size_t i = 0; i < views.size(); ++i) {
    CAPTURE(i);
    CHECK(views[i]->page == static_cast<gui::Page>(i + 1));  // behind kSteps
    CHECK(&views::page_view(views[i]->page) == views[i]);
    if (i > 0) CHECK(views[i - 1]->group <= views[i]->group);
    CHECK(keys.insert(views[i]->key).second);
  }
  CHECK(keys.size() >= 10);
  CHECK(gui::is_measured(gui::Page::kSweep));
  CHECK(gui::is_model(gui::Page::kRoofline));
  for (const gui::Page page : {gui::Page::kSteps, gui::Page::kProgram, gui::Page::kDivergence})
    CHECK_FALSE((gui::is_model(page) || gui::is_measured(page)));
}

TEST_CASE("page: while the GPU works, what it does is shown and can be cancelled") {
  gui::State model = comparing();
  give_gpu(model);
  model.measuring.comparison = empty_comparison();
  Stage stage({900, 600});
  stage.draw(draw, model);
  CHECK(stage.probe().find("measure") != nullptr);
  CHECK(stage.probe().find("measure.cancel") == nullptr);
  model.measuring.task = gui::MeasuringTask::kLaunch;
  model.measuring.doing = "counting by line";
  model.measuring.share = 0.4f;
  stage.draw(draw, model);
  CHECK(stage.probe().find("measure") == nullptr);
  CHECK(stage.probe().has_text("counting by line · 40%"));
  CHECK(find_action<gui::action::CancelMeasuring>(stage.press(draw, model, "measure.cancel")));
}

TEST_CASE("page: Measure measures this launch, on the other page the sweep") {
  gui::State model = comparing();
  give_gpu(model);
  Stage stage({900, 600});
  CHECK(find_action<gui::action::Measure>(stage.press(draw, model, "measure")));
  model.options.page = gui::Page::kSweep;
  CHECK(find_action<gui::action::MeasureSweep>(stage.press(draw, model, "measure")));
}

TEST_CASE("page: without a GPU and a recording it says so and what to do") {
  gui::State model = comparing();
  model.measuring.no_gpu = "no driver was found";
  model.measuring.comparison = empty_comparison();
  Stage stage({900, 600});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("There is no GPU in this machine: Measure needs one."));
  CHECK_FALSE_MESSAGE(stage.probe().has_text("no driver was found"), "only where it is pressed");
  CHECK(stage.probe().has_text("Only simulated:"));
  // With a recording the sentence is another one.
  auto recorded = empty_comparison();
  recorded->is_recorded = true;
  model.measuring.comparison = recorded;
  stage.draw(draw, model);
  CHECK(stage.probe().has_text(
      "Nothing was measured on this machine: recorded values of a real GPU are shown instead."));
  CHECK_FALSE(stage.probe().has_text("Only simulated:"));
}

TEST_CASE("page: what went wrong is shown, and what is outdated") {
  gui::State model = comparing();
  give_gpu(model);
  model.measuring.comparison = empty_comparison();
  model.measuring.problem = "the kernel wrote where nothing is";
  model.measuring.recording_problems = {"mine.json: no such member"};
  model.measuring.is_outdated = model.measuring.is_current = true;
  Stage stage({900, 600});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("the kernel wrote where nothing is"));
  CHECK(stage.probe().has_text("mine.json: no such member"));
  CHECK(stage.probe().has_text("Measure again."));
}

TEST_CASE("page: where the numbers come from is one paragraph below them, in small letters") {
  gui::State model = comparing();
  give_gpu(model);
  auto scene = empty_comparison();
  scene->is_measured = true;
  scene->sources = {"as written: here", "as compiled: here"};
  model.measuring.comparison = scene;
  Stage stage({900, 600});
  stage.draw(draw, model);
  CHECK(
      stage.probe().has_text("as written: here  ·  as compiled: here  ·  This machine: Some GPU"));
  const auto top_of = [&](std::string_view part) {
    for (const ui::DrawnText& text : stage.probe().texts()) {
      if (text.text.find(part) != std::string::npos) return text.min.y;
    }
    FAIL("not drawn");
    return 0.0f;
  };
  CHECK(top_of("as written: here") > top_of("compiled without optimisation"));
}

TEST_CASE("page: what came out is in one line") {
  gui::State model = comparing();
  give_gpu(model);
  auto scene = empty_comparison();
  scene->is_measured = true;
  auto& tallies = scene->launches[0].tallies;
  tallies[static_cast<size_t>(scene::Column::kAsWritten)] = {3, 0, 0, 1, 0, false};
  tallies[static_cast<size_t>(scene::Column::kAsCompiled)] = {2, 2, 0, 0, 0, false};
  scene->arrays.push_back({"out", 64, 0, 0, "bit-equal", true});
  model.measuring.comparison = scene;
  Stage stage({900, 600});
  stage.draw(draw, model);
  for (const char* words : {"as written", "3 of 4 accesses equal the simulation", "1 differ",
                            "2 changed by the compiler", "agree"}) {
    CAPTURE(words);
    CHECK(stage.probe().has_text(words));
  }
}

TEST_CASE("measured access: nothing without a GPU, then a button, then measured beside simulated") {
  gui::State model = test::make_model({.stride = 32}, 1);
  Stage stage({420, 60});
  stage.draw(draw_access, model);
  CHECK(stage.probe().find("measure.access") == nullptr);
  CHECK(views::measured_access_height(stage.ui(), model) == 0);
  give_gpu(model);
  CHECK(find_action<gui::action::MeasureAccess>(stage.press(draw_access, model, "measure.access")));
  gui::MeasuredAccess result;
  result.result.wavefronts = 31.97;
  result.result.uncertainty = 0.04;
  result.predicted = 32;
  model.measuring.accesses[{0, model.moment->step}] = result;
  stage.draw(draw_access, model);
  CHECK(stage.probe().has_text("31.97 ± 0.04 wavefronts measured, 32 simulated"));
  model.options.ask_first = true;  // it would tell the answer
  stage.draw(draw_access, model);
  CHECK_FALSE(stage.probe().has_text("31.97"));
}
