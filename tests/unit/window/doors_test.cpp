// Banks as doors: who waits, who goes through, who is done.
#include "app/window/access/doors.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "panel_fixture.hpp"
#include "picture_fixture.hpp"

using namespace warplens;
using test::find_action;
using test::Stage;

namespace {

size_t waiting(const ui::Probe& probe, uint32_t bank) {
  return test::count_widgets(probe, "queue:" + std::to_string(bank) + ":");
}

// The store of a column, or to another place, at one of its passes.
gui::State storing(uint32_t pass, const std::string& place, uint32_t pad = 0) {
  const std::string width = std::to_string(32 + pad);
  gui::State model =
      test::run_model("__global__ void k(int* x) {\n  __shared__ int s[32][" + width + "];\n  s" +
                          place + " = 1;\n  x[threadIdx.x] = s[threadIdx.x][0];\n}\n",
                      "--block 32 --arg x=int[32]:zero", 0);
  model.selection.unit = gui::StepUnit::kPass;
  model.selection.pass = pass;
  return model;
}
gui::State storing_column(uint32_t pass, uint32_t pad = 0) {
  return storing(pass, "[threadIdx.x][0]", pad);
}

void draw(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  views::draw_doors(views::pass_view(ui, model, actions));
}

}  // namespace

TEST_CASE("doors: the lanes of a conflict queue over one bank") {
  gui::State model = storing_column(7);
  Stage stage({900, 900});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("pass 7 of 32"));
  CHECK(stage.probe().has_text("lane 6: word 192, bank 0; 31 banks idle"));
  CHECK(stage.probe().has_text("work, not time"));
  CHECK(waiting(stage.probe(), 0) == 25);
  CHECK(waiting(stage.probe(), 1) == 0);
  REQUIRE(stage.probe().find("door:31"));
  model.selection.pass = 32;
  stage.draw(draw, model);
  CHECK(waiting(stage.probe(), 0) == 0);
}

TEST_CASE("doors: a wavefront is explained as one pass, and what lanes look like has a legend") {
  const gui::State model = storing_column(7);
  {
    Stage stage({1200, 700});
    stage.draw(draw, model);
    CHECK(stage.probe().has_text(
        "a wavefront is one pass; work, not time; the order within an access is an illustration"));
    for (const char* entry : {"lane done", "lane waits", "chosen"})
      CHECK(stage.probe().has_text(entry));
  }
  Stage stage({420, 700});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("work, not time"));
  CHECK(ui::unreadable(stage.probe().texts()).empty());
}

TEST_CASE("doors: in a low panel a queue waits beside itself, where no other bank is used") {
  for (const char* place : {"[threadIdx.x][0]", "[threadIdx.x][31]", "[threadIdx.x][9]"}) {
    const gui::State model = storing(2, place);
    const uint32_t bank = model.moment->banks.wavefronts.front().front().bank;
    for (const float height : {160.0f, 300.0f}) {
      Stage stage({700, height});
      stage.draw(draw, model);
      CAPTURE(height);
      CHECK(waiting(stage.probe(), bank) == 30);
      CHECK_FALSE(stage.probe().has_text("+"));
      std::vector<ImVec2> places;
      for (const ui::WidgetRect& widget : stage.probe().widgets()) {
        if (widget.name.rfind("queue:", 0) != 0) continue;
        CHECK(widget.visible);
        CHECK(widget.max.y <= stage.probe().find("door:0")->min.y);
        for (const ImVec2 other : places)
          CHECK((other.x != widget.min.x || other.y != widget.min.y));
        places.push_back(widget.min);
      }
    }
  }
}

TEST_CASE("doors: the rows of a queue in several columns can be read in order") {
  for (const uint32_t pass : {1u, 2u, 7u, 13u, 20u}) {
    const gui::State model = storing(pass, "[threadIdx.x][0]");
    Stage stage({700, 240});
    stage.draw(draw, model);
    const ui::WidgetRect* before = nullptr;
    for (size_t i = 0; i < waiting(stage.probe(), 0); ++i) {
      const ui::WidgetRect* chip = stage.probe().find("queue:0:" + std::to_string(i));
      REQUIRE(chip != nullptr);
      CAPTURE(pass);
      CAPTURE(i);
      // To the right of the one before, or in the row above it.
      if (before != nullptr)
        CHECK((chip->min.y < before->min.y - 1 ||
               (std::abs(chip->min.y - before->min.y) < 1 && chip->min.x > before->min.x)));
      before = chip;
    }
  }
}

// The chips that wait and those that go through, as far as they are in sight.
std::vector<ui::WidgetRect> chips(const ui::Probe& probe) {
  std::vector<ui::WidgetRect> found;
  for (const ui::WidgetRect& one : probe.widgets())
    if (one.name.rfind("queue:", 0) == 0 || one.name.rfind("through:", 0) == 0)
      found.push_back(one);
  return found;
}

TEST_CASE("doors: no chip covers another one at any time between two passes") {
  for (const char* place : {"[threadIdx.x][0]", "[threadIdx.x][9]", "[threadIdx.x / 2][0]",
                            "[threadIdx.x / 2][threadIdx.x % 2 * 16]"}) {
    for (const float height : {160.0f, 240.0f, 400.0f, 900.0f}) {
      gui::State model = storing(1, place);
      Stage stage({700, height});
      for (uint32_t pass = 1; pass <= model.moment->passes.count(); pass += 7) {
        model.selection.pass = pass;
        for (float progress = 0; progress < 1; progress += 0.125f) {
          model.motion.progress = progress;
          stage.draw(draw, model);
          const std::vector<ui::WidgetRect> all = chips(stage.probe());
          bool is_apart = true;
          for (size_t i = 0; i < all.size(); ++i) {
            for (size_t k = i + 1; k < all.size(); ++k) {
              const ui::WidgetRect &a = all[i], &b = all[k];
              is_apart = is_apart && (a.max.x <= b.min.x + 0.01f || b.max.x <= a.min.x + 0.01f ||
                                      a.max.y <= b.min.y + 0.01f || b.max.y <= a.min.y + 0.01f);
            }
          }
          CHECK_MESSAGE(is_apart,
                        place << " in " << height << ", pass " << pass << ", " << progress);
        }
      }
    }
  }
}

TEST_CASE("doors: a queue that has no room beside it says how many more wait") {
  const gui::State model = storing(2, "[threadIdx.x / 2][threadIdx.x % 2]");
  Stage stage({700, 200});
  stage.draw(draw, model);
  const size_t drawn = waiting(stage.probe(), 0);
  CHECK(drawn < 14);
  CHECK(stage.probe().has_text("+" + std::to_string(14 - drawn)));
}

TEST_CASE("doors: when all is done, every door that was used and every lane's line is there") {
  gui::State model = storing_column(0);
  model.motion.progress = 1;
  Stage stage({900, 500});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("done in 32 wavefronts"));
  CHECK(stage.probe().find("donelane:31"));
}

TEST_CASE("doors: with a pad all lanes go through at once") {
  const gui::State model = storing_column(1, 1);
  Stage stage({900, 500});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("pass 1 of 1"));
  for (uint32_t bank = 0; bank < 32; ++bank) CHECK(waiting(stage.probe(), bank) == 0);
}

TEST_CASE("doors: pressing a lane chooses its thread") {
  const gui::State model = storing_column(3);
  Stage stage({900, 500});
  const auto actions = stage.press(draw, model, "donelane:9");
  const auto* chosen = find_action<gui::action::SelectThread>(actions);
  REQUIRE(chosen);
  CHECK(chosen->lane == 9);
}

TEST_CASE("doors: everything is in the panel, in order, in all sizes") {
  for (const uint32_t longest : {0u, 1u, 4u, 32u}) {
    for (const float height : {160.0f, 240.0f, 400.0f, 900.0f}) {
      const gui::State model = storing_column(1);
      Stage stage({700, height});
      stage.draw(draw, model);
      const views::Area area = views::make_area(0, 0, 700, height);
      const views::DoorsLayout layout = views::layout_doors(stage.ui(), area, 32, {longest, 1});
      CAPTURE(height);
      CAPTURE(longest);
      CHECK(layout.queues_top > layout.head_top);
      CHECK(layout.doors_top >= layout.queues_top);
      CHECK(layout.lanes_top >= layout.doors_top + layout.doors_height);
      CHECK(layout.lanes_top + layout.lanes_height <= height + 1);
      CHECK(layout.most_chips <= longest);
      if (layout.caption_top > 0)
        CHECK(layout.caption_top >= layout.lanes_top + layout.lanes_height);
    }
  }
}

TEST_CASE("doors: at every width each lane leaves a pixel to the next") {
  const gui::State model = storing_column(0);
  for (float width = 600; width < 700; width += 7) {
    Stage stage({width, 500});
    stage.draw(draw, model);
    for (uint32_t lane = 0; lane + 1 < 32; ++lane) {
      const ui::WidgetRect* one = stage.probe().find("donelane:" + std::to_string(lane));
      const ui::WidgetRect* next = stage.probe().find("donelane:" + std::to_string(lane + 1));
      REQUIRE(one);
      REQUIRE(next);
      CHECK(next->min.x - one->max.x == 1);
    }
  }
}
