// The page of a tried edit: what both sides say, and its buttons.
#include "app/gui/views/edited.hpp"

#include <doctest/doctest.h>

#include "panel_fixture.hpp"
#include "picture_fixture.hpp"
#include "sim/edit/possible_edits.hpp"
#include "tests/support/edit_texts.hpp"

using namespace warplens;
using test::find_action;
using test::kCount;
using test::kCountLaunch;
using test::kReverse;
using test::kReverseLaunch;
using test::Stage;

namespace {

// With results of the edit, as the session gives them to the views.
gui::Model tried(gui::Model model, const edit::Edit& edit) {
  engine::Request request = model.run->request;
  request.store = std::make_shared<engine::RunStore>();
  auto results = engine::try_edit(request, edit);
  REQUIRE(results.ok());
  model.tried_edit = edit;
  model.edited.of = model.run;
  model.edited.results = std::make_shared<const engine::EditResults>(std::move(*results));
  return model;
}

gui::Model without_barrier() {
  const gui::Model model = test::run_model(kReverse, kReverseLaunch, 0);
  const auto edits = edit::possible_edits(*model.run->program);
  REQUIRE(edits.size() == 1);
  return tried(model, edits[0]);
}

void draw(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  views::draw_edited(ui, model, actions, {ImVec2(0, 0), ImVec2(1000, 700)});
}

}  // namespace

TEST_CASE("edited: what happens to the place, in both texts") {
  gui::Model model = without_barrier();
  Stage stage({1000, 700});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("As written"));
  CHECK(stage.probe().has_text("Without this barrier"));
  CHECK(stage.probe().has_text("thread 0 reads 63"));
  CHECK(stage.probe().has_text("nobody has written it yet"));
  CHECK(stage.probe().has_text("thread 0 reads 0"));
  CHECK(stage.probe().has_text("out at the end"));
  CHECK(find_action<gui::action::ShowEdited>(stage.press(draw, model, "edited.show")));
  CHECK(find_action<gui::action::ForgetEdit>(stage.press(draw, model, "edited.close")));
}

TEST_CASE("edited: the registers of a warp whose updates are lost") {
  const gui::Model written = test::run_model(kCount, kCountLaunch, 0);
  const code::Program& program = *written.run->program;
  const auto atomic = edit::with_atomic(program, program.sites.front().span);
  REQUIRE(atomic.has_value());
  gui::Model model = tried(written, *atomic);
  Stage stage({1000, 700});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("4 of 128 arrived"));
  CHECK(stage.probe().has_text("128 of 128 arrived"));
  CHECK(
      stage.probe().has_text("31\xe2\x86\x92"
                             "32"));
  model.selection.warp = 2;
  stage.draw(draw, model);
  CHECK(
      stage.probe().has_text("2\xe2\x86\x92"
                             "3"));
  CHECK(
      stage.probe().has_text("95\xe2\x86\x92"
                             "96"));
}

TEST_CASE("edited: while both texts run, and why there are no results") {
  gui::Model model = without_barrier();
  model.edited.results = nullptr;
  model.edited.is_running = true;
  Stage stage({1000, 700});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("Running both texts..."));
  CHECK(stage.probe().find("edited.show") == nullptr);
  model.edited.is_running = false;
  model.edited.problem = "there is no room";
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("there is no room"));
}
