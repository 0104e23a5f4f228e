// Lanes, thread, totals and sentence, drawn without a screen: what is in them and what a press
// does.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/window/frame/panels.hpp"
#include "app/window/frame/totals.hpp"
#include "app/window/pages/program/program.hpp"
#include "panel_fixture.hpp"

using namespace warplens;
using test::changed_options;
using test::find_action;
using test::Stage;

TEST_CASE(
    "lanes: 32 rows with thread, word, bank and wavefront; a press chooses the lane's thread") {
  gui::State model = test::make_model({.warps = 4, .width = 16, .stride = 32}, 1);
  Stage stage({360, 700});
  stage.draw(views::kLanesPanel, model);
  for (int lane = 0; lane < 32; ++lane) {
    const ui::WidgetRect* row = stage.probe().find("lane:" + std::to_string(lane));
    REQUIRE(row != nullptr);
    CHECK(row->visible);
  }
  CHECK(stage.probe().has_text("x, y"));
  CHECK(stage.probe().has_text("15,1"));  // lane 31 of a block 16 wide
  CHECK(stage.probe().has_text("992"));   // its word
  CHECK(stage.probe().has_text("3968"));  // its address
  CHECK(stage.probe().has_text("32"));    // the last wavefront of 32
  const auto actions = stage.press(views::kLanesPanel, model, "lane:7");
  const auto* chosen = find_action<gui::action::SelectThread>(actions);
  REQUIRE(chosen);
  CHECK(chosen->lane == 7);
  CHECK(chosen->warp == 0);
}

TEST_CASE("lanes: inactive and missing lanes say so") {
  gui::State model = test::make_model({}, 1);
  auto moment = test::make_moment(*model.run, 1, 0, 0);
  moment->lanes[30].active = false;
  moment->lanes[31] = scene::LaneRow();
  model.moment = moment;
  Stage stage({360, 700});
  stage.draw(views::kLanesPanel, model);
  CHECK(stage.probe().has_text("inactive"));
  CHECK(stage.probe().has_text("no such thread"));
  CHECK(stage.probe().find("lane:31") == nullptr);
}

TEST_CASE("lanes: at a barrier that some skip, lanes beside each other share a cell") {
  gui::State model = test::make_model({}, 1);
  auto moment = test::make_moment(*model.run, 1, 0, 0);
  Stage stage({360, 700});
  const auto draw = [&](uint32_t waiting, uint32_t skipping) {
    moment->split = {{{waiting, 7}}, {{skipping, 9}}, 0, 0, 0, scene::BarrierKind::kError};
    model.moment = moment;
    stage.draw(views::kLanesPanel, model);
    const std::vector<ui::DrawnText>& texts = stage.probe().texts();
    return [&texts](const char* text) { return std::count(texts.begin(), texts.end(), text); };
  };
  const auto halves = draw(0xff, 0xffffff00);
  CHECK(halves("waits at") == 2);
  CHECK(halves("line 7") == 1);
  CHECK(halves("skips it,") == 1);
  CHECK(halves("line 9") == 1);
  const auto alternating = draw(0x55555555, 0xaaaaaaaa);
  CHECK(alternating("waits at") == 0);
  CHECK(alternating("line 7") == 16);
  CHECK(alternating("skips it") == 16);
  moment->split = {};
  stage.draw(views::kLanesPanel, model);
  CHECK_FALSE(stage.probe().has_text("barrier"));
}

TEST_CASE("lanes: a low panel scrolls, a global access shows sectors and lines") {
  gui::State model = test::make_model({}, 0);
  Stage stage({360, 200});
  stage.draw(views::kLanesPanel, model);
  REQUIRE(stage.probe().find("lane:31"));
  CHECK_FALSE(stage.probe().find("lane:31")->visible);
  auto moment = test::make_moment(*model.run, 0, 0, 31);
  model.moment = moment;
  stage.draw(views::kLanesPanel, model);
  stage.draw(views::kLanesPanel, model);  // it has scrolled to the chosen lane
  CHECK(stage.probe().find("lane:31")->visible);
  CHECK(stage.probe().has_text("sector"));
  CHECK(stage.probe().has_text("line"));
}

TEST_CASE("lanes: in the least height that the layout gives them, all 32 are in sight") {
  const gui::State model = test::make_model({.stride = 32}, 1);
  Stage stage({376, 56 * 8});
  stage.draw(views::kLanesPanel, model);
  for (const char* lane : {"lane:0", "lane:31"}) {
    REQUIRE(stage.probe().find(lane));
    CHECK(stage.probe().find(lane)->visible);
    CHECK(stage.probe().find(lane)->max.y <= 56 * 8);
  }
  CHECK(ui::unreadable(stage.probe().texts()).empty());
}

TEST_CASE(
    "lanes: where they scroll, the two that meet in a bank are in sight with the chosen one") {
  gui::State model = test::make_model({.stride = 32}, 1);
  model.moment = test::make_moment(*model.run, 1, 0, 20);
  Stage stage({360, 400});
  for (int frame = 0; frame < 3; ++frame) stage.draw(views::kLanesPanel, model);
  for (const char* lane : {"lane:0", "lane:1", "lane:20"}) CHECK(stage.probe().find(lane)->visible);
}

TEST_CASE(
    "ask first: the sentence becomes a question, wavefronts and totals become question marks") {
  gui::State model = test::make_model({.stride = 32}, 1);
  auto moment = test::make_moment(*model.run, 1, 0, 0);
  moment->sentence = "All 32 lanes need different words of bank 0, so this takes 32 wavefronts.";
  model.moment = moment;
  Stage stage({480, 700});
  stage.draw(views::kSentencePanel, model);
  CHECK(stage.probe().has_text(moment->sentence));
  model.options.ask_first = true;
  const auto actions = stage.press(views::kSentencePanel, model, "sentence:reveal");
  CHECK_FALSE(stage.probe().has_text("32 wavefronts"));
  const auto options = changed_options(model.options, actions);
  REQUIRE(options);
  CHECK(options->revealed);
  stage.draw(views::kLanesPanel, model);
  CHECK(stage.probe().has_text("?"));
  stage.draw(views::kTotalsPanel, model);
  CHECK(stage.probe().has_text("?"));
  CHECK_FALSE(stage.probe().has_text("256"));
}

TEST_CASE("totals: at no height is a head the last that is drawn, nor is a row cut") {
  const gui::State model = test::make_model({}, 1);
  for (float height = 30; height < 260; height += 3) {
    CAPTURE(height);
    Stage stage({360, height});
    stage.draw(views::kTotalsPanel, model);
    float last_head = 0, last_row = 0;
    for (const ui::DrawnText& text : stage.probe().texts()) {
      if (text.text == "shared" || text.text == "global")
        last_head = std::max(last_head, text.min.y);
      if (text.text == "load" || text.text == "store") last_row = std::max(last_row, text.min.y);
    }
    CHECK(last_row >= last_head);
  }
}

TEST_CASE("totals: what has no room is counted, and a press on the count brings it into sight") {
  const gui::State model = test::make_model({}, 1);
  Stage stage({360, 84});
  stage.draw(views::kTotalsPanel, model);
  CHECK(stage.probe().has_text("more row"));
  for (int i = 0; i < 20 && stage.probe().find("totals:more") != nullptr; ++i) {
    stage.press(views::kTotalsPanel, model, "totals:more");
    stage.draw(views::kTotalsPanel, model);
  }
  CHECK_FALSE(stage.probe().has_text("more row"));
  Stage high({360, 500});
  high.draw(views::kTotalsPanel, model);
  CHECK_FALSE(high.probe().has_text("more row"));
  // The last row of all is in sight.
  CHECK(stage.probe().has_text(high.probe().texts().back().text));
}

TEST_CASE("totals: the section of the step's access is in sight") {
  for (const uint32_t step : {0u, 1u}) {
    const gui::State model = test::make_model({}, step);
    const bool is_shared = model.moment->access.space == trace::Space::kShared;
    Stage stage({360, 90});
    for (int frame = 0; frame < 3; ++frame) stage.draw(views::kTotalsPanel, model);
    CHECK(stage.probe().has_text(is_shared ? "shared" : "global"));
    CHECK(stage.probe().has_text("load"));
  }
}

TEST_CASE("totals: counts, and those of the run before") {
  gui::State model = test::make_model({.warps = 4, .stride = 32, .rounds = 100}, 1);
  Stage stage({400, 500});
  stage.draw(views::kTotalsPanel, model);
  CHECK(stage.probe().has_text("12,800"));  // wavefronts: 4 warps x 100 rounds x 32
  auto before = test::make_run({.warps = 4, .stride = 1, .rounds = 100});
  before->request.launch.defines = {{"PAD", "1"}};
  model.previous = before;
  stage.draw(views::kTotalsPanel, model);
  CHECK(stage.probe().has_text("12,800"));
  CHECK(stage.probe().has_text("400"));
}

TEST_CASE("findings: a click leads to the access, and to the other one that it races with") {
  gui::State model = test::make_model({.warps = 4, .stride = 32, .rounds = 100}, 1);
  auto run = std::make_shared<run::Run>(*model.run);
  observe::Finding finding;
  finding.kind = observe::FindingKind::kRaceBetweenWarps;
  finding.line = 7;
  finding.count = 3;
  finding.message = "two threads meet";
  finding.other.emplace().line = 5;
  run->findings = {finding};
  model.run = run;
  model.errors = 1;
  Stage stage({400, 500});
  stage.draw(views::kFindingsPanel, model);
  CHECK(stage.probe().has_text(
      "line 7: two threads meet; 3 accesses race with an earlier one, first in block"));
  const auto first = stage.press(views::kFindingsPanel, model, "finding:0");
  const auto* to_first = find_action<gui::action::SelectFinding>(first);
  REQUIRE(to_first);
  CHECK(to_first->index == 0);
  CHECK_FALSE(to_first->other);
  const auto second = stage.press(views::kFindingsPanel, model, "finding:0:other");
  const auto* to_other = find_action<gui::action::SelectFinding>(second);
  REQUIRE(to_other);
  CHECK(to_other->other);
}

namespace {

// With that many errors, each of two rows and several lines.
gui::State with_errors(size_t count) {
  gui::State model = test::make_model({.warps = 4, .stride = 32, .rounds = 100}, 1);
  auto run = std::make_shared<run::Run>(*model.run);
  for (size_t i = 0; i < count; ++i) {
    observe::Finding finding;
    finding.kind = observe::FindingKind::kRaceBetweenWarps;
    finding.line = static_cast<uint32_t>(i + 1);
    finding.message = "two threads meet at a place where neither of them waits for the other one";
    finding.other.emplace().line = 50;
    run->findings.push_back(finding);
  }
  model.run = run;
  model.errors = count;
  return model;
}

bool is_whole(const ui::Probe& probe, const std::string& widget, float bottom) {
  const ui::WidgetRect* rect = probe.find(widget);
  return rect != nullptr && rect->visible && rect->max.y < bottom;
}

// The right column of a window of 1280 x 720, which shows one tab.
struct RightColumn {
  Stage stage{ImVec2(1280, 720)};
  views::ChosenTabs chosen;
  views::PanelStates states;
  views::Layout layout = views::make_layout({.size = ImVec2(1280, 720)});

  Stage::View view() {
    return [this](ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
      views::draw_column(ui, model, states, chosen, actions, layout, views::WindowColumn::kRight);
    };
  }
  bool shows(const gui::State& model, const std::string& widget) {
    stage.draw(view(), model);
    return stage.probe().find(widget) != nullptr;
  }
};

}  // namespace

TEST_CASE(
    "findings: as high as the rows need they are all whole, lower they say that more follow") {
  const gui::State model = with_errors(4);
  constexpr float kWidth = 300;
  Stage measured({kWidth, 1000});
  const float needed = views::kFindingsPanel.needed_height(measured.ui(), model, kWidth);
  for (const bool is_low : {false, true}) {
    CAPTURE(is_low);
    const float height = is_low ? needed * 0.7f : needed;
    Stage stage({kWidth, needed});
    const auto draw = [&](ui::Ui& ui, const gui::State& shown, gui::Actions& actions) {
      views::PanelStates states;
      ui::begin_panel(ui, "findings", ImVec2(0, 0), ImVec2(kWidth, height), "FINDINGS", "");
      views::kFindingsPanel.draw(ui, shown, states, actions);
      ui::end_panel(ui);
    };
    stage.draw(draw, model);
    stage.draw(draw, model);  // where a scrollbar takes room
    CHECK(is_whole(stage.probe(), "finding:3:other", height) != is_low);
    CHECK((stage.probe().find("findings:more") != nullptr) == is_low);
    if (!is_low) continue;
    // A press goes on by what is in view; at the end nothing more follows.
    for (int presses = 0; presses < 3 && stage.probe().find("findings:more") != nullptr;
         ++presses) {
      stage.press(draw, model, "findings:more");
      stage.draw(draw, model);
    }
    CHECK(stage.probe().find("findings:more") == nullptr);
    CHECK(is_whole(stage.probe(), "finding:3:other", height));
  }
}

TEST_CASE("findings: errors bring their tab to the front until another is pressed in that text") {
  gui::State model = with_errors(2);
  RightColumn column;
  CHECK(column.shows(model, "finding:0"));
  CHECK(column.stage.probe().has_text("FINDINGS  2 errors"));
  column.stage.press(column.view(), model, "tab.TOTALS");
  CHECK_FALSE(column.shows(model, "finding:0"));
  CHECK(column.stage.probe().has_text("FINDINGS  2 errors"));
  ++model.document;
  CHECK(column.shows(model, "finding:0"));
  column.stage.press(column.view(), model, "tab.LANES");
  CHECK_FALSE(column.shows(model, "finding:0"));
}

TEST_CASE("findings: hints stay behind, with their count") {
  gui::State model = test::make_model({.warps = 4, .stride = 32, .rounds = 100}, 1);
  auto run = std::make_shared<run::Run>(*model.run);
  run->advice.emplace_back();
  model.run = run;
  RightColumn column;
  CHECK(column.shows(model, "lane:0"));
  CHECK_FALSE(column.shows(model, "advice:0"));
  CHECK(column.stage.probe().has_text("FINDINGS  1 hint"));
}

TEST_CASE(
    "thread: steppers walk the block, variables in scope come first, the index is written out") {
  gui::State model = test::make_model({.warps = 4, .width = 16}, 1);
  auto moment = test::make_moment(*model.run, 1, 0, 0);
  moment->variables = {{"late", "int", "7", false}, {"sum", "float", "2.5", true}};
  moment->unfolded = {"s", "x", "0", "0", "", "x = threadIdx.y * 16", "0 * 16"};
  model.moment = moment;
  Stage stage({480, 400});
  stage.draw(views::kThreadPanel, model);
  const auto& texts = stage.probe().texts();
  const auto place = [&](const char* text) {
    return std::find(texts.begin(), texts.end(), text) - texts.begin();
  };
  CHECK(place("sum") < place("late"));
  CHECK(place("late") < static_cast<long>(texts.size()));
  CHECK(stage.probe().has_text("s[x]"));
  CHECK(stage.probe().has_text("= s[0]"));
  CHECK(stage.probe().has_text("word 0, bank = 0 mod 32 = 0"));
  CHECK(stage.probe().has_text("warp 0, lane 0"));
  CHECK(stage.probe().has_text("x = threadIdx.y * 16"));
  const auto up = stage.press(views::kThreadPanel, model, "thread:y+");
  REQUIRE(find_action<gui::action::SelectThread>(up));
  CHECK(find_action<gui::action::SelectThread>(up)->lane == 16);
  const auto down =
      stage.press(views::kThreadPanel, model, "thread:x-");  // round the edge: x 15 of the same row
  REQUIRE(find_action<gui::action::SelectThread>(down));
  CHECK(find_action<gui::action::SelectThread>(down)->lane == 15);
  CHECK(find_action<gui::action::SelectThread>(down)->warp == 0);
}

TEST_CASE("thread: what is known of a variable is seen with its name, or not at all") {
  gui::State model = test::make_model({.warps = 4, .width = 16}, 1);
  auto moment = test::make_moment(*model.run, 1, 0, 0);
  for (int i = 0; i < 12; ++i)
    moment->variables.push_back({fmt::format("v{}", i), "int", "7", false});
  model.moment = moment;
  for (float height = 120; height < 160; height += 1) {
    CAPTURE(height);
    Stage stage({200, height});
    stage.draw(views::kThreadPanel, model);
    size_t names = 0, values = 0;
    for (const ui::DrawnText& text : stage.probe().texts()) {
      names += text.text.starts_with("v") ? 1 : 0;
      values += text.text == "not in scope" ? 1 : 0;
    }
    CHECK(names > 0);
    CHECK(names == values);
  }
}

TEST_CASE("panels: nothing is drawn and nothing breaks before the first run") {
  const gui::State model;
  Stage stage({400, 300});
  for (const views::Panel* panel : {&views::kLanesPanel, &views::kThreadPanel, &views::kTotalsPanel,
                                    &views::kTimelinePanel, &views::kSentencePanel}) {
    CHECK(stage.draw(*panel, model).empty());
  }
}

TEST_CASE("panels: every id is one panel's, and a model without a run has none of the shown ones") {
  std::set<std::string> ids;
  const gui::State model;
  // Those that only give way, to the page Program or to a stop's question, are there, with nothing
  // in them.
  const auto gives_way = [](const views::Panel& panel) {
    return panel.is_shown == &views::is_access_shown || &panel == &views::kSentencePanel;
  };
#define WL_PANEL(panel, slot)                                       \
  CHECK(ids.insert(views::panel.id).second);                        \
  if (views::panel.is_shown != nullptr && !gives_way(views::panel)) \
    CHECK_FALSE(views::panel.is_shown(model));
#include "app/window/frame/panels.def"
#undef WL_PANEL
}

TEST_CASE("panels: a tab that is gone gives its place to its neighbour in the slot") {
  const gui::State model;  // nothing is printed
  views::ChosenTabs chosen;
  chosen.names = {"THREAD", "", "PRINTED"};
  views::leave_hidden_tabs(model, chosen);
  CHECK(chosen.names[0] == "THREAD");
  CHECK(chosen.names[1].empty());
  CHECK(chosen.names[2] == "TOTALS");
}

TEST_CASE("totals: what is not counted on the device yet is an ellipsis, with its reason") {
  gui::State model = test::make_model({.stride = 2});
  auto run = std::make_shared<run::Run>(*model.run);
  run->is_counted = false;
  run->device.id = "cc1.0";
  model.run = run;
  model.is_counting = true;
  Stage stage(ImVec2(500, 400));
  stage.draw(views::kTotalsPanel, model);
  CHECK(stage.probe().has_text("Counting the grid on cc1.0"));
  CHECK(stage.probe().has_text("…"));
  model.is_counting = false;
  stage.draw(views::kTotalsPanel, model);
  CHECK(stage.probe().has_text("was not counted on cc1.0"));
}

TEST_CASE("totals: a lesson's parameter names the runs, not the macro behind it") {
  std::vector<lessons::Parameter> parameters(2);
  parameters[0].name = "n";
  parameters[0].label = "size";
  parameters[1].name = "pad";
  parameters[1].label = "padding";
  parameters[1].choices = {0, 1};
  parameters[1].choice_names = {"off", "on"};
  scene::TotalsTable table;
  table.has_before = true;
  table.before_name = "PAD 0";
  // Of another lesson: the macro stays.
  views::name_by_parameters(parameters, {{"pad", "1"}}, {{"tile", "0"}}, table);
  CHECK(table.before_name == "PAD 0");
  views::name_by_parameters(parameters, {{"n", "64"}, {"pad", "1"}}, {{"n", "64"}, {"pad", "0"}},
                            table);
  CHECK(table.now_name == "padding on");
  CHECK(table.before_name == "padding off");
}

TEST_CASE("totals: better but still wasteful is an orange number with a green arrow") {
  gui::State model = test::make_model({.warps = 4, .stride = 2, .rounds = 100}, 1);
  auto before = test::make_run({.warps = 4, .stride = 32, .rounds = 100});
  before->request.launch.defines = {{"PAD", "0"}};
  model.previous = before;
  Stage stage({400, 500});
  stage.draw(views::kTotalsPanel, model);
  CHECK(stage.probe().has_text("800"));     // wavefronts now
  CHECK(stage.probe().has_text("12,800"));  // and before
  CHECK(stage.probe().has_text("↓"));
  CHECK_FALSE(stage.probe().has_text("↑"));
}
