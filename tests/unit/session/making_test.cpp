// Another block or device of what is shown: made of the run that is there, and equal to a new one.
#include "app/session/making.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "app/lessons/lesson.hpp"
#include "app/session/prepared.hpp"
#include "app/session/session.hpp"
#include "session_fixture.hpp"
#include "sim/launch/parse.hpp"
#include "sim/run/block_starts.hpp"
#include "sim/whatif/another_run.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using namespace warplens::gui;
using test::act;
using test::make_session;
using warplens::test::golden;

namespace {

const State& open_run(Session& session, const std::string& target) {
  test::open(session, target);
  REQUIRE(session.model().run != nullptr);
  return session.model();
}

action::ChangeLaunch device(const std::string& id) {
  return {[id](launch::Launch& launch) { launch.device = id; }};
}

// Frames until another run is shown.
void show_next(Session& session) {
  const auto before = session.model().run;
  for (int frame = 0; frame < 100 && session.model().run == before; ++frame)
    session.update(frame * 0.01);
  REQUIRE(session.model().run != before);
}

// `warplens run` of what is shown.
run::Runs executed(const State& model) {
  prepare::Request request;
  request.file = base::SourceFile(model.file_name, model.text());
  request.launch = model.launch;
  request.recorded_block = model.selection.block;
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE(runs.ok());
  return *runs;
}

void check_is(const run::Run& run, const run::Run& expected) {
  CHECK(run.is_counted);
  CHECK(run.device.id == expected.device.id);
  CHECK(run.totals == expected.totals);
  CHECK(*run.costs == *expected.costs);
  CHECK(run.recording->block == expected.recording->block);
  CHECK(run.recording->lanes.bytes == expected.recording->lanes.bytes);
}

}  // namespace

TEST_CASE("making: the way from one request to another") {
  prepare::Request shown;
  shown.file = base::SourceFile("k.cu", "text");
  shown.launch.grid = {4, 1, 1};
  CHECK(making_of(shown, shown) == Making::kExecute);
  prepare::Request block = shown;
  block.recorded_block = {2, 0, 0};
  CHECK(making_of(shown, block) == Making::kBlock);
  prepare::Request device = shown;
  device.launch.device = "cc1.0";
  CHECK(making_of(shown, device) == Making::kDevice);
  device.recorded_block = {2, 0, 0};
  CHECK(making_of(shown, device) == Making::kExecute);
  block.launch.grid = {5, 1, 1};
  CHECK(making_of(shown, block) == Making::kExecute);
  prepare::Request text = shown;
  text.recorded_block = {2, 0, 0};
  text.file = base::SourceFile("k.cu", "other text");
  CHECK(making_of(shown, text) == Making::kExecute);
}

TEST_CASE(
    "making: another device shows the block at once, and the grid's totals when they are there") {
  Session session = make_session(false);
  const State& model = open_run(session, "transpose-padded");
  act(session, action::SetParameter{"block", 16});  // 32 x 32 are too many for the oldest device
  act(session, action::SetParameter{"pad", 0});
  const auto before = model.run;
  const uint32_t step = act(session, action::Step{5, StepUnit::kAccess}).selection.step;
  session.apply({device("cc1.0")});
  show_next(session);
  CHECK(model.run->device.id == "cc1.0");
  CHECK(!model.run->is_counted);
  CHECK(model.is_counting);
  CHECK(model.busy);
  CHECK(model.run->recording == before->recording);
  CHECK(*model.run->costs == *executed(model).front()->costs);
  CHECK(model.selection.step == step);
  CHECK(model.previous == before);
  CHECK(model.timeline->bars[step].cost == (*model.run->costs)[step].paid);
  session.wait_idle();
  CHECK(!model.is_counting);
  CHECK(!model.busy);
  check_is(*model.run, *executed(model).front());
  CHECK(model.run->recording == before->recording);
  CHECK(model.selection.step == step);
  CHECK(model.previous == before);  // and not the run without totals
  // Back: all of it is known.
  session.apply({device("h200")});
  show_next(session);
  CHECK(model.run->is_counted);
  CHECK(!model.busy);
  check_is(*model.run, *before);
}

TEST_CASE("making: with threads, too, devices and blocks in any order end with what a run gives") {
  Session session = make_session(true);
  const State& model = open_run(session, "");
  for (const char* id : {"cc1.0", "cc3.0", "h200", "cc1.0"}) {
    session.apply({device(id)});
    act(session, action::SelectBlock{0, model.selection.block.y ^ 1u, 0});
    check_is(*model.run, *executed(model).front());
    act(session, device(id));
    act(session, action::SelectBlock{1, 1, 0});
    check_is(*model.run, *executed(model).front());
  }
}

TEST_CASE("making: counting that is cancelled is not begun again, but with the next change") {
  Session session = make_session(false);
  const State& model = open_run(session, "");
  session.apply({device("cc1.0")});
  show_next(session);
  REQUIRE(model.is_counting);
  act(session, action::Cancel{});
  CHECK(!model.is_counting);
  CHECK(!model.busy);
  CHECK(!model.run->is_counted);
  CHECK(model.run->device.id == "cc1.0");
  act(session, action::SelectBlock{0, 0, 0});
  check_is(*model.run, *executed(model).front());
}

TEST_CASE("making: a text that is broken meanwhile keeps its mistakes while totals arrive") {
  Session session = make_session(false);
  const State& model = open_run(session, "");
  session.apply({device("cc1.0")});
  show_next(session);
  act(session, test::edited(model.text() + "\n__global__ void broken() { x = 1; }\n"));
  session.wait_idle();
  CHECK(model.run->is_counted);
  const bool is_broken = !model.diagnostics.empty() || !model.run->program->unit->marks.empty();
  CHECK(is_broken);
}

TEST_CASE("making: another block comes from the run that is there") {
  Session session = make_session(false);
  const State& model = open_run(session, "matmul-tiled");
  const auto before = model.run;
  REQUIRE(before->starts != nullptr);
  act(session, action::SelectBlock{0, 1, 0});
  CHECK(model.run->starts == before->starts);  // nothing was executed anew
  CHECK(model.notice.empty());
  check_is(*model.run, *executed(model).front());
  // After a change of the text it cannot.
  act(session, test::edited(model.text() + " "));
  const auto edited = model.run;
  CHECK(edited->starts != before->starts);
  act(session, action::SelectBlock{1, 0, 0});
  CHECK(model.run->starts == edited->starts);
}

TEST_CASE("making: of several launches, each has the other block and the other device") {
  const tests::TempFolder folder;
  const std::string file = folder.write(
      "k.cu",
      "// warplens: --grid 4 --block 32 --arg a=float[128]:iota --then 'k --grid 3' --then 'k'\n"
      "__global__ void k(float* a) {\n  __shared__ float s[64];\n"
      "  s[threadIdx.x * 2] = a[threadIdx.x];\n"
      "  a[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x * 2] + 1; }\n");
  Session session = make_session(false);
  const State& model = open_run(session, file);
  act(session, action::SelectLaunch{1});
  act(session, action::SelectBlock{2, 0, 0});
  act(session, device("cc1.0"));
  const run::Runs expected = executed(model);
  REQUIRE(model.launches.size() == 3);
  for (size_t i = 0; i < 3; ++i) check_is(*model.launches[i], *expected[i]);
  CHECK(model.chosen_launch == 1);
  CHECK(model.run == model.launches[1]);
}

TEST_CASE(
    "making: where arrays are too large to keep, the grid is run again, and a notice says so") {
  const tests::TempFolder folder;
  const std::string file = folder.write(
      "k.cu",
      "// warplens: --grid 2 --block 160 --arg x=int[18874368]:random=1\n"  // 72 MiB
      "__global__ void k(int* x) { x[(blockIdx.x * 144 + threadIdx.x % 144) * 65536] += 1; }\n");
  Session session = make_session(false);
  const State& model = open_run(session, file);
  CHECK(model.run->starts == nullptr);
  act(session, action::SelectBlock{1, 0, 0});
  CHECK(model.run->recording->block == trace::BlockId{1, 0, 0});
  CHECK(model.notice == golden("session.notices.whole_grid_again"));
}

TEST_CASE("prepared: another device's run shares what is drawn of the recording") {
  Session session = make_session(false);
  const State& model = open_run(session, "");
  const Prepared first(model.run);
  const auto steps = first.steps();
  const auto there = whatif::on_device({model.run}, "cc1.0");
  REQUIRE(there.has_value());
  const Prepared second(there->front(), first);
  CHECK(second.steps()->backdrop == steps->backdrop);
  CHECK(second.steps()->timeline != steps->timeline);
  const auto alike = whatif::on_device({model.run}, "cc8.0");
  REQUIRE(alike.has_value());
  CHECK(Prepared(alike->front(), first).steps() == steps);
  second.forget_steps();
  CHECK(second.steps()->backdrop != steps->backdrop);
}
