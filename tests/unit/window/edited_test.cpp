// The page of a tried edit: what both sides say, and its buttons.
#include "app/window/pages/edited/edited.hpp"

#include <doctest/doctest.h>

#include "panel_fixture.hpp"
#include "picture_fixture.hpp"
#include "sim/edit/possible_edits.hpp"
#include "tests/support/edit_texts.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using test::find_action;
using test::kCount;
using test::kCountLaunch;
using test::kReverse;
using test::kReverseLaunch;
using test::Stage;
using warplens::test::golden;

namespace {

// With results of the edit, as the session gives them to the views.
gui::State tried(gui::State model, const edit::Edit& edit) {
  prepare::Request request = model.run->request;
  request.store = std::make_shared<prepare::RunStore>();
  auto results = whatif::try_edit(request, edit);
  REQUIRE(results.ok());
  model.tried_edit = edit;
  model.edited.of = model.run;
  model.edited.results = std::make_shared<const whatif::EditResults>(std::move(*results));
  return model;
}

gui::State without_barrier() {
  const gui::State model = test::run_model(kReverse, kReverseLaunch, 0);
  const auto edits = edit::possible_edits(*model.run->program);
  REQUIRE(edits.size() == 1);
  return tried(model, edits[0]);
}

void draw(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  views::draw_edited(ui, model, actions, {ImVec2(0, 0), ImVec2(1000, 700)});
}

}  // namespace

TEST_CASE("edited: what happens to the place, in both texts") {
  gui::State model = without_barrier();
  Stage stage({1000, 700});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("As written"));
  CHECK(stage.probe().has_text("Without this barrier"));
  CHECK(stage.probe().has_text("thread 0 reads 63"));
  CHECK(stage.probe().has_text("nobody has written it yet"));
  CHECK(stage.probe().has_text("thread 0 reads 0"));
  CHECK(stage.probe().has_text("barrier: all wait until all have stored"));
  CHECK(stage.probe().has_text("not here any more: nobody waits"));
  CHECK(stage.probe().has_text("the same on both sides"));
  CHECK(stage.probe().has_text("out at the end"));
  CHECK(find_action<gui::action::ShowEdited>(stage.press(draw, model, "edited.show")));
  CHECK(find_action<gui::action::ForgetEdit>(stage.press(draw, model, "edited.close")));
}

TEST_CASE("edited: the array at the end has indices, and values where they have room") {
  whatif::EndedArray part;
  part.array = "out";
  part.element = base::Scalar::kInt;
  part.first_row = 40;
  part.rows = part.columns = 16;
  part.expected.assign(256, 123456);
  part.found = part.expected;
  part.found[3] = 7;
  float height = 0, width = 0;
  const auto draw_part = [&](ui::Ui& ui, const gui::State&, gui::Actions&) {
    height = views::draw_ended_array(ui, part, false, false, {20, 10}, width);
  };
  const gui::State model = without_barrier();
  Stage stage({1200, 700});
  width = 400;
  stage.draw(draw_part, model);
  CHECK(stage.probe().has_text("55"));  // the last row
  CHECK(stage.probe().has_text("14"));
  CHECK_FALSE(stage.probe().has_text("123456"));
  CHECK(height < 400);
  width = 1150;
  stage.draw(draw_part, model);
  CHECK(stage.probe().has_text("123456"));
  CHECK(ui::unreadable(stage.probe().texts()).empty());
}

TEST_CASE("edited: the barriers between the accesses, and in which turn of the loop these are") {
  const char* text =
      "__global__ void k(const int* in, int* out) {\n"
      "  __shared__ int s[64];\n"
      "  int t = threadIdx.x;\n"
      "  for (int i = 0; i < 2; ++i) {\n"
      "    s[t] = in[i * 64 + t];\n"
      "    __syncthreads();\n"
      "    out[i * 64 + t] = s[63 - t];\n"
      "    __syncthreads();\n"
      "  }\n"
      "}\n";
  const gui::State model =
      test::run_model(text, "--block 64 --arg in=int[128]:iota --arg out=int[128]:zero", 0);
  const auto edits = edit::possible_edits(*model.run->program);
  REQUIRE(edits.size() == 2);
  using Kind = views::PlaceRow::Kind;
  const auto rows = [&](size_t edit, bool is_edited) {
    return views::place_rows(*tried(model, edits[edit]).edited.results, is_edited);
  };
  const auto kinds = [](const std::vector<views::PlaceRow>& all) {
    std::vector<std::pair<Kind, uint32_t>> shown;
    for (const views::PlaceRow& row : all) shown.emplace_back(row.kind, row.line);
    return shown;
  };
  using Shown = std::vector<std::pair<Kind, uint32_t>>;
  // The first barrier: the load comes before the store.
  const auto written = rows(0, false);
  CHECK(kinds(written) == Shown{{Kind::kEvent, 5},
                                {Kind::kBarrier, 6},
                                {Kind::kEvent, 7},
                                {Kind::kBarrier, 8},
                                {Kind::kEvent, 5}});
  CHECK(written[0].turn.empty());
  CHECK(written[1].is_after_store);
  CHECK_FALSE(written[3].is_after_store);
  CHECK(written[4].turn == "next turn of the loop");
  CHECK(kinds(rows(0, true)) ==
        Shown{{Kind::kUnwritten, 0}, {Kind::kNoBarrier, 6}, {Kind::kEvent, 7}, {Kind::kEvent, 5}});
  // The second one: the next turn's store has come before the load.
  const auto edited = rows(1, true);
  CHECK(kinds(edited) == Shown{{Kind::kNoBarrier, 8}, {Kind::kEvent, 5}, {Kind::kEvent, 7}});
  CHECK(edited[1].turn == "next turn of the loop");
}

TEST_CASE("edited: the steps beside the page say so where they are another moment") {
  gui::State model = without_barrier();
  const whatif::FirstMoment& moment = *model.edited.results->first_moment;
  model.selection.step = moment.expected_step;
  model.selection.warp = moment.warp;
  model.selection.lane = moment.lane;
  CHECK(views::other_moment_words(model).empty());
  ++model.selection.lane;
  CHECK(views::other_moment_words(model) == golden("window.moment.of_another_block"));
  model.edited = {};
  CHECK(views::other_moment_words(model).empty());
}

TEST_CASE("edited: a warp without a lost update is not the one that is shown") {
  // Warp 0 updates x[0] by one thread, warp 1 by all.
  const gui::State written = test::run_model(
      "__global__ void k(int* x) {\n  if (threadIdx.x == 0 || threadIdx.x >= 32) (*x)++;\n}\n",
      "--block 64 --arg x=int[1]:zero", 0);
  const code::Program& program = *written.run->program;
  const auto atomic = edit::with_atomic(program, program.sites.front().span);
  REQUIRE(atomic.has_value());
  gui::State model = tried(written, *atomic);
  model.selection.warp = 0;
  Stage stage({1000, 700});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("x[0]: 2 of 33 updates arrived"));
  CHECK(stage.probe().has_text("What each lane of warp 1 finds"));
}

TEST_CASE("edited: the registers of a warp whose updates are lost") {
  const gui::State written = test::run_model(kCount, kCountLaunch, 0);
  const code::Program& program = *written.run->program;
  const auto atomic = edit::with_atomic(program, program.sites.front().span);
  REQUIRE(atomic.has_value());
  gui::State model = tried(written, *atomic);
  Stage stage({1000, 700});
  stage.draw(draw, model);
  CHECK(stage.probe().has_text("x[0]: 4 of 128 updates arrived"));
  CHECK(stage.probe().has_text("x[0]: 128 of 128 updates arrived"));
  CHECK(stage.probe().has_text("(*x)++;  →  atomicAdd(x, 1);"));
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
  gui::State model = without_barrier();
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
