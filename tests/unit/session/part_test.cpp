// A launch that takes a while is shown as soon as its recorded block is through.
#include <doctest/doctest.h>

#include "app/session/session.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using namespace warplens::gui;

namespace {

// Its second block runs until it is stopped.
constexpr const char* kEndless =
    "__global__ void endless(float* a) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  a[i] = a[i] + 1;\n"
    "  if (blockIdx.x > 0) while (true) ++i;\n"
    "}\n";

struct Opened {
  tests::TempFolder folder;
  Session session;

  explicit Opened(const std::string& limit) : session(options()) {
    REQUIRE(session.open(folder.write(
        "endless.cu",
        "// warplens: --grid 4 --block 64 --arg a=float[256]:iota " + limit + "\n" + kEndless)));
    show_part();
  }
  static SessionOptions options() {
    SessionOptions options;
    options.watch_files = false;
    return options;
  }
  void show_part() {
    for (int frame = 0; session.model().busy && session.model().run == nullptr; ++frame)
      session.update(frame * 0.01);
    REQUIRE(session.model().run != nullptr);
  }
};

}  // namespace

TEST_CASE("part: the recorded block is shown and stepped through while others run") {
  Opened opened("--step-limit 600000000");
  const State& model = opened.session.model();
  const auto part = model.run;
  CHECK(part->ending == run::Ending::kRunning);
  CHECK(part->blocks == 1);
  CHECK(model.busy);
  REQUIRE(model.moment != nullptr);
  CHECK(model.moment->lanes[3].value == "3");
  opened.session.apply({action::SelectThread{1, 5}, action::Step{1, StepUnit::kAccess}});
  const Selection selection = model.selection;
  CHECK(selection.step > 0);

  opened.session.apply({action::Cancel{}});
  opened.session.wait_idle();
  CHECK_FALSE(model.busy);
  CHECK(model.run->ending == run::Ending::kCancelled);
  CHECK(model.run->recording == part->recording);
  CHECK(model.selection == selection);
  CHECK(model.previous == nullptr);
  CHECK(model.notice.find("until then") != std::string::npos);
}

TEST_CASE("part: the end of the run takes its place, and nothing moves") {
  Opened opened("--step-limit 600000000");
  const State& model = opened.session.model();
  const auto part = model.run;
  CHECK(part->ending == run::Ending::kRunning);
  opened.session.apply({action::GoToEnd{true}});
  const Selection selection = model.selection;
  opened.session.wait_idle();
  CHECK(model.run->ending == run::Ending::kStepLimit);
  CHECK(model.run->steps == 600'000'000);
  CHECK(model.run->totals.global[0].requests == 3);  // the second block's first warp never ends
  CHECK(model.run->recording == part->recording);
  CHECK(model.selection == selection);
  CHECK(model.moment->step == selection.step);
}

TEST_CASE("part: another text that is opened meanwhile wins") {
  Opened opened("--step-limit 600000000");
  const State& model = opened.session.model();
  CHECK(model.run->ending == run::Ending::kRunning);
  REQUIRE(opened.session.open(
      opened.folder.write("other.cu",
                          "// warplens: --grid 1 --block 32 --arg a=int[32]\n"
                          "__global__ void other(int* a) { a[threadIdx.x] = 7; }\n")));
  opened.session.wait_idle();
  CHECK(model.run->ending == run::Ending::kComplete);
  CHECK(model.run->program->kernel->name == "other");
  CHECK(model.previous == nullptr);
}
