// Launches whose arrays' contents are dropped: what stays, what is shown, and how they come back.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "app/session/session.hpp"

#include "session_fixture.hpp"

using namespace warplens;
using namespace warplens::gui;
using test::act;

namespace {

struct FourLaunches {
  std::string path = (std::filesystem::temp_directory_path() / "warplens_contents.cu").string();
  FourLaunches() {
    std::ofstream(path, std::ios::binary)
        << "// warplens: --grid 19532 --block 256 --arg a=float[5000000]:iota --arg n=5000000 "
           "--then add --then add --then add\n"
           "__global__ void add(float* a, int n) {\n"
           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "  if (i < n) a[i] += 1;\n"
           "}\n";
  }
  ~FourLaunches() { std::filesystem::remove(path); }
};

Session make_session(uint64_t memory, bool threads = true) {
  SessionOptions options;
  options.threads = threads;
  options.watch_files = false;
  options.memory = {memory, memory};
  return Session(std::move(options));
}

const State& open(Session& session, const FourLaunches& file) {
  return test::open(session, file.path);
}

bool is_kept(const State& model, size_t launch) {
  return model.launches[launch]->memory_before_block->get() != nullptr;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr uint64_t kPlenty = uint64_t{2} << 30, kLittle = uint64_t{42} << 20;

}  // namespace

TEST_CASE("contents: where there is room every launch is kept, without a note") {
  const FourLaunches file;
  Session session = make_session(kPlenty);
  const State& model = open(session, file);
  REQUIRE(model.launches.size() == 4);
  for (size_t i = 0; i < 4; ++i) CHECK(is_kept(model, i));
  CHECK(model.notice.empty());
  const auto run = model.launches[2];
  act(session, action::SelectLaunch{2});
  CHECK(model.run == run);  // the same one: nothing was run again
  CHECK(model.moment->lanes[3].value == "5");
}

TEST_CASE("contents: the shown launch is kept, the others say that they are not") {
  const FourLaunches file;
  for (const bool threads : {true, false}) {
    CAPTURE(threads);
    Session session = make_session(kLittle, threads);
    const State& model = open(session, file);
    REQUIRE(model.launches.size() == 4);
    for (size_t i = 0; i < 4; ++i) CHECK(is_kept(model, i) == (i == 0));
    CHECK(contains(model.notice, "launch 2, 3, 4"));
    CHECK(contains(model.notice, "--memory"));
    CHECK(model.moment->lanes[3].value == "3");
    // Counts and rows stay.
    CHECK(model.launches[3]->totals == model.launches[0]->totals);
    CHECK(model.launches[3]->memory_after->get() != nullptr);

    // A dropped one is run again with the same text and comes back with its own contents.
    act(session, action::Step{1, StepUnit::kAccess});
    const uint32_t step = model.selection.step;
    act(session, action::SelectLaunch{2});
    CHECK(model.chosen_launch == 2);
    REQUIRE(model.moment != nullptr);
    CHECK(model.selection.step == 0);
    CHECK(model.moment->lanes[3].value == "5");
    for (size_t i = 0; i < 4; ++i) CHECK(is_kept(model, i) == (i == 2));
    CHECK(contains(model.notice, "launch 1, 2, 4"));
    CHECK(model.previous == nullptr);  // it is no change to compare with
    act(session, action::Step{1, StepUnit::kAccess});
    CHECK(model.moment->step == 1);

    act(session, action::SelectLaunch{0});
    CHECK(model.selection.step == step);  // where it was left
    CHECK(model.run == model.launches[0]);
  }
}

TEST_CASE("contents: an edit while a dropped launch is run again wins") {
  const FourLaunches file;
  Session session = make_session(kLittle);
  const State& model = open(session, file);
  session.apply({action::SelectLaunch{2}});
  CHECK(contains(model.notice, "run again"));
  CHECK(model.busy);
  std::string text = model.text();
  text.replace(text.find("+= 1"), 4, "+= 2");
  act(session, test::edited(text));
  CHECK(model.diagnostics.empty());
  CHECK(model.chosen_launch == 0);
  CHECK(model.moment->lanes[3].value == "3");
  act(session, action::SelectLaunch{1});
  CHECK(model.moment->lanes[3].value == "5");
}

TEST_CASE("contents: a step in what is still shown is refused while another launch is run again") {
  const FourLaunches file;
  Session session = make_session(kLittle);
  const State& model = open(session, file);
  const auto before = model.moment;
  session.apply({action::SelectLaunch{3}, action::Step{1, StepUnit::kAccess}});
  for (double now = 1; model.busy && !contains(model.notice, "make room"); now += 0.01)
    session.update(now);
  CHECK((!model.busy || model.moment == before));
  session.wait_idle();
  CHECK(model.chosen_launch == 3);
  CHECK(model.moment->lanes[3].value == "6");
}

TEST_CASE("contents: cancelling leaves the shown launch, which is run again when it is needed") {
  const FourLaunches file;
  Session session = make_session(kLittle);
  const State& model = open(session, file);
  session.apply({action::SelectLaunch{2}, action::Cancel{}});
  session.wait_idle();
  CHECK(model.chosen_launch == 0);
  CHECK_FALSE(is_kept(model, 0));
  act(session, action::Step{1, StepUnit::kAccess});
  CHECK(model.chosen_launch == 0);
  CHECK(is_kept(model, 0));
  CHECK(model.moment->step == model.selection.step);
  CHECK(model.selection.step == 1);
}

TEST_CASE("contents: a change frees what the run before it held, and keeps its counts") {
  const FourLaunches file;
  Session session = make_session(kLittle);
  const State& model = open(session, file);
  const run::Runs before = model.launches;
  act(session, test::as_it_is());
  CHECK(model.previous == before[0]);
  CHECK(model.launches[0] != before[0]);
  CHECK(before[0]->memory_before_block->get() == nullptr);
  CHECK(is_kept(model, 0));
}
