// What is beside the run shown: the run before, its text with an edit, and a kept run
// in a split window.
#include <doctest/doctest.h>

#include <algorithm>

#include "session_fixture.hpp"

using namespace warplens;
using namespace warplens::gui;
using test::act;
using test::make_session;
using test::open;

TEST_CASE("session: an edit is tried beside the text, forgotten, and opened where it differs") {
  Session session = make_session();
  const State& model = open(session, "matmul-tiled");
  const std::string written = model.text();
  const auto barrier =
      std::find_if(model.edits.begin(), model.edits.end(),
                   [](const edit::Edit& one) { return one.change == edit::Change::kNoBarrier; });
  REQUIRE(barrier != model.edits.end());
  const auto index = static_cast<size_t>(barrier - model.edits.begin());
  act(session, action::TryEdit{index});
  REQUIRE(model.edited.results != nullptr);
  CHECK(model.edited.results->ends_otherwise());
  CHECK(model.text() == written);
  CHECK(model.selection.block == model.run->recording->block);
  act(session, action::ForgetEdit{});
  CHECK(model.edited.results == nullptr);

  act(session, action::TryEdit{index});
  REQUIRE(model.edited.results->first_moment.has_value());
  const whatif::FirstMoment moment = *model.edited.results->first_moment;
  act(session, action::ShowEdited{});
  CHECK(model.text() != written);
  CHECK(model.run->findings.size() > 0);
  CHECK(model.selection.block == moment.block);
  CHECK(model.selection.step == moment.step);
  CHECK(model.selection.lane == moment.lane);
  CHECK_MESSAGE(model.edited.results == nullptr, "they are of another run");
}

TEST_CASE("session: an edit and other schedules are tried on the launch that is shown") {
  Session session = make_session();
  const State& model =
      act(session, action::OpenText{"// warplens: --grid 1 --block 32 --arg x=int[128]:iota --then "
                                    "'turn --block 64' --then 'turn "
                                    "--block 128'\n"
                                    "__global__ void turn(int* x) {\n"
                                    "  __shared__ int s[128];\n"
                                    "  s[threadIdx.x] = x[threadIdx.x];\n"
                                    "  __syncthreads();\n"
                                    "  x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n"
                                    "}\n"});
  REQUIRE(model.launches.size() == 3);
  for (const uint32_t launch : {0u, 1u, 2u}) {
    act(session, action::SelectLaunch{launch});
    REQUIRE(model.chosen_launch == launch);
    act(session, action::TryEdit{0});
    REQUIRE(model.edited.results != nullptr);
    CHECK(model.edited.results->launch == launch + 1);
    CHECK(model.edited.results->before.back()->context->block == model.run->context->block);
    CHECK(model.edited.results->after.back()->context->block == model.run->context->block);
    act(session, action::TrySchedules{});
    REQUIRE(model.schedules.results != nullptr);
    CHECK(model.schedules.results->different(model.run->ending) == 0);
  }
}

TEST_CASE("session: a window is split into the run before a change and the one after it") {
  Session session = make_session();
  const State& model = open(session, "transpose-padded");
  act(session, action::SetParameter{"pad", 0});
  act(session, action::GoToStep{1});
  act(session, action::SetParameter{"pad", 1});
  act(session, action::SetSplit{true, false});
  REQUIRE(model.split.run == model.previous);
  REQUIRE(model.split.moment != nullptr);
  CHECK(model.split.step == 1);
  CHECK(model.split.moment->passes.count() == 32);
  CHECK(model.moment->passes.count() == 1);
  CHECK(model.selection.unit == StepUnit::kPass);
  // The side that is done waits for the other one.
  act(session, action::Step{32, StepUnit::kPass});
  CHECK(model.selection.step == 1);
  CHECK(model.selection.pass == 32);
  act(session, action::Step{1, StepUnit::kPass});
  CHECK(model.selection.step == 2);
  CHECK(model.split.step == 2);
  CHECK(model.split.moment->step == 2);
  // What is kept stays while the other side changes.
  const auto kept = model.split.run;
  act(session, action::SetParameter{"pad", 2});
  CHECK(model.split.run == kept);
  CHECK(model.split.moment != nullptr);
  act(session, action::SetSplit{true, true});
  CHECK(model.split.run == model.run);
  act(session, action::SetSplit{false, false});
  CHECK(model.split.run == nullptr);
}

TEST_CASE("session: two texts are split, too; where one lacks the access, the other goes on") {
  Session session = make_session();
  const State& model = open(session, "matmul-naive");
  act(session, action::SetSplit{true, true});
  open(session, "matmul-tiled");
  REQUIRE(model.split.run != nullptr);
  CHECK(model.split.run->program->kernel->name != model.run->program->kernel->name);
  // A shared access has none like it in a text without shared memory.
  uint32_t step = 0;
  while (model.run->recording->heads[step].space != trace::Space::kShared) ++step;
  act(session, action::GoToStep{step});
  CHECK_FALSE(model.split.step.has_value());
  CHECK(model.split.moment == nullptr);
}

TEST_CASE("session: a split window stays where the text shown has no access") {
  Session session = make_session();
  const State& model = open(session, "transpose-padded");
  act(session, action::SetSplit{true, true});
  const auto kept = model.split.run;
  std::string text = model.text();
  text.insert(text.find('{', text.find("__global__")) + 1, " return;");
  act(session, test::edited(text));
  REQUIRE(model.run != kept);
  REQUIRE(model.run->recording != nullptr);
  CHECK(model.run->recording->size() == 0);
  CHECK(model.split.run == kept);
  CHECK_FALSE(model.split.step.has_value());
  CHECK(model.split.moment == nullptr);
  act(session, action::Step{1, StepUnit::kPass});
  CHECK_FALSE(model.split.step.has_value());
}

TEST_CASE("session: an edit is opened beside the text as it was") {
  Session session = make_session();
  const State& model = open(session, "matmul-tiled");
  const std::string written = model.text();
  REQUIRE_FALSE(model.edits.empty());
  size_t barrier = 0;
  while (model.edits[barrier].change != edit::Change::kNoBarrier) ++barrier;
  act(session, action::TryEdit{barrier});
  act(session, action::ShowEdited{true});
  REQUIRE(model.split.run != nullptr);
  CHECK(model.split.run->request.file.text() == written);
  CHECK(model.run->request.file.text() != written);
  REQUIRE(model.split.moment != nullptr);
  CHECK(model.split.run->recording->block == model.run->recording->block);
}

TEST_CASE("session: the run before stays in sight where it can be compared") {
  Session session = make_session();
  const State& model = open(session, "transpose-column");
  act(session, action::OpenLesson{"transpose-padded"});
  REQUIRE(model.previous != nullptr);
  CHECK(model.previous->program->kernel->name == "transpose_column");
  act(session, action::OpenLesson{"matmul-tiled"});
  CHECK_MESSAGE(model.previous == nullptr, "a product is no copy");
  act(session, action::SetParameter{"n", 32});
  CHECK(model.previous != nullptr);
}

TEST_CASE("session: what differs between the sides of a split window follows both of them") {
  Session session = make_session();
  const State& model = open(session, "transpose-padded");
  act(session, action::SetParameter{"pad", 0});
  act(session, action::SetSplit{true, true});
  CHECK_MESSAGE(model.differences.results == nullptr, "nobody looks");
  act(session, action::ChangeOptions{[&](ViewOptions& o) { o.differences = true; }});
  REQUIRE(model.differences.results != nullptr);
  CHECK(model.differences.results->traits.empty());
  act(session, action::SetParameter{"pad", 1});
  REQUIRE(model.differences.is_of(model.run));
  REQUIRE(model.differences.results->traits.size() == 1);
  CHECK(model.differences.results->traits[0].name == "PAD");
  REQUIRE(model.differences.results->accesses.size() == 1);
  act(session, action::GoToStep{model.differences.results->accesses[0].step});
  CHECK(model.split.moment->passes.count() == 32);
  CHECK(model.moment->passes.count() == 1);
  act(session, action::SetSplit{false, false});
  CHECK_FALSE(model.options.differences);
}
