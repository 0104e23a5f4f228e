// Somebody's own kernel behind three lessons: when it is asked about, which access comes first, and
// what is so where nothing is asked.
#include <doctest/doctest.h>

#include <fstream>
#include <memory>
#include <string>

#include "app/session/course/path.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"
#include "tests/unit/session/session_fixture.hpp"

using namespace warplens;

namespace {

const std::string kOwnLaunch =
    "// warplens: --block 32 --arg in=float[32] --arg out=float[64]:zero --step-limit 10000\n";
const std::string kOwnHead = kOwnLaunch + "__global__ void own(const float* in, float* out) {\n";
const std::string kThreeAccesses = kOwnHead +
                                   "  __shared__ float tile[64];\n"
                                   "  tile[2 * threadIdx.x] = 1.0f;\n"
                                   "  out[2 * threadIdx.x] = in[threadIdx.x];\n"
                                   "}\n";

// So many of its lessons are done, as the file of progress says.
struct OwnSession {
  tests::TempFolder folder;
  gui::Session session;

  explicit OwnSession(size_t done) : session(options(done)) {
    test::open(session, "transpose-column");
    test::act(session, gui::action::ShowHome{});
  }

  const gui::State& model() const { return session.model(); }
  const gui::State& open(const std::string& text) {
    return test::act(session, gui::action::OpenText{text});
  }
  trace::Space space() const { return model().run->recording->heads[model().selection.step].space; }

 private:
  gui::SessionOptions options(size_t done) const {
    gui::SessionOptions options;
    options.lessons = lessons::built_in();
    options.progress_path = folder.path("progress.json");
    gui::Progress progress;
    for (size_t i = 0; i < gui::kLessonsBeforeOwn; ++i) {
      const std::string suffix = "-" + std::to_string(i);
      nlohmann::json lesson = tests::lesson_json();
      lesson["id"] = "mine" + suffix;
      for (nlohmann::json& stop : lesson["stops"]) {
        const std::string id = stop["id"].get<std::string>() + suffix;
        stop["id"] = id;
        if (i < done) progress.done.insert(id);
      }
      options.course.push_back(tests::must_parse_lesson(lesson));
    }
    std::ofstream(options.progress_path, std::ios::binary) << gui::print(progress);
    return options;
  }
};

gui::OwnStage stage_of(const gui::State& model) {
  REQUIRE(model.course.own.has_value());
  return model.course.own->stage;
}

}  // namespace

TEST_CASE("own kernel: before three lessons are done it is only shown") {
  OwnSession own(2);
  test::act(own.session, gui::action::AskOwn{});
  own.open(kThreeAccesses);
  CHECK(!own.model().course.own);
  CHECK(!own.model().options.ask_first);
}

TEST_CASE("own kernel: the most instructive access is asked about, then the others") {
  OwnSession own(3);
  const gui::State& model = own.open(kThreeAccesses);
  CHECK(stage_of(model) == gui::OwnStage::kAsking);
  CHECK(!model.course.is_home);
  CHECK(model.options.ask_first);
  CHECK(own.space() == trace::Space::kShared);
  REQUIRE(model.asking.questions != nullptr);
  CHECK(!model.asking.questions->empty());
  CHECK(model.course.own->has_more);
  test::act(own.session, gui::action::AskOtherAccess{});
  CHECK(own.space() == trace::Space::kGlobal);
  const uint32_t second = model.selection.step;
  CHECK(model.asking.of == model.moment);
  test::act(own.session, gui::action::AskOtherAccess{});
  CHECK(own.space() == trace::Space::kGlobal);
  CHECK(model.selection.step != second);
  CHECK(!model.course.own->has_more);
  SUBCASE("another text ends it, and nothing is asked of that") {
    test::act(own.session, gui::action::OpenLesson{"transpose-row"});
    CHECK(!model.course.own);
    CHECK(!model.options.ask_first);
  }
  SUBCASE("a user's text that was not opened for it likewise") {
    own.open(kThreeAccesses);
    CHECK(!model.course.own);
    CHECK(!model.options.ask_first);
  }
  SUBCASE("but one that was") {
    test::act(own.session, gui::action::AskOwn{});
    own.open(kThreeAccesses);
    CHECK(stage_of(model) == gui::OwnStage::kAsking);
  }
}

TEST_CASE("own kernel: where nothing can be asked it is said why") {
  OwnSession own(3);
  const gui::State& model = own.model();
  SUBCASE("no memory access") {
    own.open(kOwnHead + "  int x = threadIdx.x;\n  x = x + 1;\n}\n");
    CHECK(stage_of(model) == gui::OwnStage::kNoQuestion);
    CHECK(!model.options.ask_first);
  }
  SUBCASE("it never ends") {
    own.open(kOwnHead + "  while (true) out[threadIdx.x] = in[threadIdx.x];\n}\n");
    CHECK(stage_of(model) == gui::OwnStage::kEndless);
    CHECK(!model.options.ask_first);
  }
  SUBCASE("it does not compile, until it does") {
    own.open(kOwnHead + "  out[threadIdx.x] = 1\n}\n");
    CHECK(stage_of(model) == gui::OwnStage::kNotRunning);
    CHECK(!model.options.ask_first);
    CHECK(model.notice != "");
    test::act(own.session, test::edited(kThreeAccesses));
    CHECK(stage_of(model) == gui::OwnStage::kAsking);
    CHECK(own.space() == trace::Space::kShared);
    return;
  }
  CHECK(model.notice != "");
}
