// The top bar at many widths: nothing is left out, it takes more rows instead.
#include "app/window/frame/top_bar.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/window/frame/bar.hpp"
#include "app/window/frame/layout.hpp"
#include "app/window/pages/pages.hpp"
#include "panel_fixture.hpp"

using namespace warplens;
using test::Stage;

namespace {

// Draws the bar as the frame does, and returns its rows.
int draw_bar(Stage& stage, const gui::State& model, float width) {
  int rows = 0;
  views::TopBarState state;
  stage.draw(
      [&](ui::Ui& ui, const gui::State& shown, gui::Actions& actions) {
        rows = views::top_bar_rows(ui, shown, width);
        const float height =
            views::make_layout(
                {.size = ImVec2(width, 700), .unit = ui.theme.unit, .bar_rows = rows})
                .top.size.y;
        views::draw_top_bar(ui, shown, state, actions, ImVec2(0, 0), ImVec2(width, height));
      },
      model);
  return rows;
}

void check_visible(const Stage& stage, const char* widget) {
  CAPTURE(widget);
  const ui::WidgetRect* rect = stage.probe().find(widget);
  REQUIRE(rect != nullptr);
  CHECK(rect->visible);
}

}  // namespace

TEST_CASE("top bar: items begin a row where they do not fit, and none is without one") {
  const auto item = [](float width) { return views::BarItem{width, 10, {}}; };
  CHECK(views::rows_of({}, 100) == 1);
  CHECK(views::rows_of({item(40), item(50)}, 100) == 1);
  CHECK(views::rows_of({item(40), item(51)}, 100) == 2);
  CHECK(views::rows_of({item(200), item(200)}, 100) == 2);
  CHECK(views::rows_of({item(40), item(40), item(40)}, 100) == 2);
}

TEST_CASE("top bar: at every width all of it can be pressed, also while a run is made") {
  gui::State model = test::make_model({}, 1);
  model.file_name = "a_kernel_with_a_long_name_of_its_own.cu";
  model.is_modified = true;
  int most = 1;
  for (float width = 1600; width >= 500; width -= 50) {
    CAPTURE(width);
    Stage stage({width, 500});
    const int rows = draw_bar(stage, model, width);
    CHECK(rows >= most);  // never fewer in a narrower window
    most = rows;
    for (const char* widget : {"chooser", "save", "launch", "block", "device", "pages", "ask-first",
                               "scale.less", "scale.more", "keys"}) {
      check_visible(stage, widget);
    }
    gui::State busy = model;
    busy.busy = true;
    CHECK(draw_bar(stage, busy, width) == rows);  // nothing jumps
    for (const char* widget : {"chooser", "save", "launch", "block", "device", "cancel"}) {
      check_visible(stage, widget);
    }
  }
  CHECK(most > 1);
}

TEST_CASE("top bar: the list has all pages under four headings, and Compare by its old name, too") {
  gui::State model = test::make_model({}, 1);
  model.file_name = "k.cu";
  Stage stage({1600, 900});
  draw_bar(stage, model, 1600);
  CHECK(stage.probe().find("compare") == nullptr);
  views::TopBarState state;
  stage.press(
      [&](ui::Ui& ui, const gui::State& shown, gui::Actions& actions) {
        views::draw_top_bar(ui, shown, state, actions, ImVec2(0, 0), ImVec2(1600, 48));
      },
      model, "pages");
  draw_bar(stage, model, 1600);
  for (const char* heading :
       {"Is it right?", "Where do the bytes go?", "What limits it?", "Measured"})
    CHECK(stage.probe().has_text(heading));
  for (const views::PageView* view : views::page_views())
    check_visible(stage, fmt::format("pages.{}", view->key).c_str());
  check_visible(stage, "compare");
}
