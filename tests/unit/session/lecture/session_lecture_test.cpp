// A lecture that is given: what the keys of a remote do, from the first stop to the last, and that
// nothing of it is lost.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "app/lecture/playlist.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"
#include "tests/unit/session/session_fixture.hpp"

using namespace warplens;
using gui::Stage;
using gui::VoteStep;

namespace {

// A stop whose load takes 32 passes, and asks nothing.
nlohmann::json column_stop() {
  nlohmann::json stop = tests::text_stop();
  stop["id"] = "column";
  stop.erase("question");
  stop.erase("twins");
  return stop;
}

gui::SessionOptions options_of(const std::string& lectures_path = "") {
  nlohmann::json lesson = tests::lesson_json();
  lesson["stops"][2] = column_stop();
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.course = {tests::must_parse_lesson(lesson)};
  options.lectures_path = lectures_path;
  return options;
}

std::shared_ptr<const lecture::Playlist> playlist_of(const gui::State& model,
                                                     const std::string& text) {
  auto playlist = lecture::parse("talk.txt", text, model.course.lessons);
  REQUIRE_MESSAGE(playlist.ok(),
                  (playlist.ok() ? "" : lecture::rendered("talk.txt", playlist.error())));
  return std::make_shared<const lecture::Playlist>(std::move(*playlist));
}

const std::string kTalk =
    "mine.how-many = start\n"
    "vote\n"
    "mine.column = column\n"
    "blank\n"
    "mine.barrier\n";

struct Talk {
  explicit Talk(const std::string& text = kTalk, const std::string& lectures_path = "")
      : session(options_of(lectures_path)), model(session.model()) {
    test::act(session, gui::action::OpenLecture{playlist_of(model, text)});
  }
  void on(int times = 1) {
    for (int i = 0; i < times; ++i) test::act(session, gui::action::StepLecture{1});
  }
  void next() { test::act(session, gui::action::StepLecture{1, true}); }
  void back() { test::act(session, gui::action::StepLecture{-1}); }
  void act(gui::Action action) { test::act(session, std::move(action)); }

  gui::Session session;
  const gui::State& model;
};

}  // namespace

TEST_CASE("lecture: it opens on stage at its first stop, which nobody has answered") {
  const Talk talk;
  CHECK(talk.model.options.stage == Stage::kAccess);
  CHECK(talk.model.course.stop()->id == "how-many");
  CHECK(talk.model.course.is_asking());
  CHECK_FALSE(talk.model.course.is_home);
  CHECK_FALSE(talk.model.lecture.offered);
}

TEST_CASE("lecture: a vote keeps its first round, then the answer plays") {
  Talk talk;
  const gui::State& model = talk.model;
  talk.on();  // the stop has no step of its own: it is voted on
  CHECK(model.lecture.vote_step() == VoteStep::kFirst);
  CHECK(model.course.is_asking());
  talk.act(gui::action::CountHands{0, 12});
  talk.act(gui::action::ChooseVoted{1});
  talk.act(gui::action::CountHands{1, 30});
  talk.on();
  CHECK(model.lecture.vote_step() == VoteStep::kSecond);
  CHECK(model.lecture.choice == 0);
  talk.act(gui::action::CountHands{0, 2});
  talk.on();
  CHECK(model.lecture.vote_step() == VoteStep::kBoth);
  CHECK(model.course.is_asking());
  talk.on();
  CHECK(model.lecture.vote_step() == VoteStep::kAnswer);
  REQUIRE(model.course.answer);
  CHECK_FALSE(model.course.answer->choice);
  talk.on();  // and its passes after it
  CHECK(model.lecture.vote_step() == VoteStep::kAnswer);
  CHECK(model.selection.pass == 1);
  talk.next();
  CHECK(model.course.stop()->id == "column");
  talk.back();  // the bars again, and no answer until it is asked for
  CHECK(model.lecture.vote_step() == VoteStep::kBoth);
  CHECK(model.course.stop()->id == "how-many");
  CHECK(model.course.is_asking());
  const gui::Vote& vote = *model.lecture.vote();
  CHECK(vote.rounds[0].hands == std::vector<std::optional<uint32_t>>{12, 30});
  CHECK(vote.rounds[1].hands == std::vector<std::optional<uint32_t>>{2});
}

TEST_CASE("lecture: a vote without hands has one step, and opens as a vote again") {
  Talk talk;
  talk.on(2);
  CHECK(talk.model.lecture.vote_step() == VoteStep::kAnswer);
  CHECK(talk.model.course.answer);
  talk.next();
  talk.back();
  CHECK(talk.model.lecture.vote_step() == VoteStep::kFirst);
}

TEST_CASE("lecture: the clock of a round is that of the session, and begins with it") {
  Talk talk;
  for (double now = 90; now <= 100; now += 0.1) talk.session.update(now);  // all comes to rest
  talk.session.update(100);
  talk.on();
  talk.session.update(142.5);
  CHECK(talk.model.lecture.now - talk.model.lecture.round_began == doctest::Approx(42.5));
  CHECK_FALSE(talk.session.is_moving());  // no frame is drawn for it
  talk.on();
  CHECK(talk.model.lecture.round_began == doctest::Approx(142.5));
}

TEST_CASE("lecture: a stop that asks shows its answer before the next one") {
  Talk talk;
  talk.act(gui::action::GoToItem{4});
  CHECK(talk.model.course.is_asking());
  talk.on();
  CHECK(talk.model.lecture.at.item == 4);
  CHECK(talk.model.course.answer);
  talk.on();
  CHECK(talk.model.selection.pass == 1);
  talk.back();
  CHECK(talk.model.selection.pass == 0);
  CHECK(talk.model.course.answer);
  talk.back();
  CHECK(talk.model.lecture.at.item == 4);
  CHECK(talk.model.course.is_asking());
  talk.back();
  CHECK(talk.model.lecture.at.item == 3);
  // Behind the last one is nothing.
  CHECK_FALSE(talk.model.lecture.is_over);
  talk.next();
  talk.next();
  CHECK(talk.model.lecture.at.item == 4);
  CHECK(talk.model.lecture.is_over);
  talk.back();
  CHECK_FALSE(talk.model.lecture.is_over);
}

TEST_CASE("lecture: passes are a stop's steps") {
  Talk talk;
  talk.act(gui::action::GoToItem{2});
  const gui::Selection& selection = talk.model.selection;
  CHECK(selection.pass == 0);
  for (uint32_t pass = 1; pass < gui::kMostPassSteps; ++pass) {
    talk.on();
    CHECK(selection.pass == pass);
  }
  talk.on();
  CHECK(selection.pass == 0);
  CHECK(talk.model.lecture.at.item == 2);
  talk.back();
  CHECK(selection.pass == gui::kMostPassSteps - 1);
  talk.on(2);
  CHECK(talk.model.lecture.at.item == 3);
  CHECK(talk.model.lecture.shows_nothing());
}

TEST_CASE("lecture: a blank screen goes away before anything else happens") {
  Talk talk;
  talk.act(gui::action::BlankScreen{});
  CHECK(talk.model.lecture.shows_nothing());
  talk.on();
  CHECK_FALSE(talk.model.lecture.shows_nothing());
  CHECK(talk.model.lecture.at == gui::LecturePlace{});
}

TEST_CASE("lecture: off the stage the next press brings it back first") {
  Talk talk;
  talk.act(gui::action::GoToItem{2});
  talk.act(gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.stage = Stage::kOff; }});
  talk.act(gui::action::ShowHome{});
  talk.on();
  CHECK(talk.model.options.stage == Stage::kAccess);
  CHECK_FALSE(talk.model.course.is_home);
  CHECK(talk.model.lecture.at == gui::LecturePlace{2, 0});
}

TEST_CASE("lecture: one key leads back from wherever somebody went") {
  Talk talk;
  const gui::State& model = talk.model;
  talk.act(gui::action::GoToItem{2});
  const gui::Selection before = model.selection;
  const auto is_back = [&] {
    return model.course.stop() != nullptr && model.course.stop()->id == "column" &&
           model.selection.step == before.step && model.options.stage == Stage::kAccess &&
           model.options.page == gui::Page::kSteps && model.lecture.at.item == 2;
  };
  SUBCASE("another access") {
    talk.act(gui::action::Step{-1, gui::StepUnit::kAccess});
    CHECK_FALSE(is_back());
  }
  SUBCASE("another picture") {
    talk.act(gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.stage = Stage::kSource; }});
  }
  SUBCASE("a page") {
    talk.act(
        gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.page = gui::Page::kOccupancy; }});
  }
  SUBCASE("another text") {
    talk.act(gui::action::OpenLesson{"matmul-tiled"});
  }
  SUBCASE("off the stage") {
    talk.act(gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.stage = Stage::kOff; }});
  }
  talk.act(gui::action::BackToItem{});
  CHECK(is_back());
  // Then to where the bookmark was pressed, and to it again.
  talk.act(gui::action::BackToItem{});
  CHECK(model.lecture.at.item == 0);
  talk.act(gui::action::BackToItem{});
  CHECK(is_back());
}

TEST_CASE("lecture: an answer is kept while somebody looks elsewhere") {
  Talk talk;
  talk.act(gui::action::GoToItem{4});
  talk.on();
  talk.act(gui::action::OpenLesson{"matmul-tiled"});
  talk.act(gui::action::BackToItem{});
  CHECK(talk.model.course.stop()->id == "barrier");
  CHECK(talk.model.course.answer);
}

TEST_CASE("lecture: a start by mistake costs nothing") {
  Talk talk;
  const gui::Lecture& lecture = talk.model.lecture;
  talk.session.update(10);
  talk.on();
  talk.act(gui::action::CountHands{1, 9});
  talk.on();
  talk.session.update(70);
  talk.act(gui::action::StartLecture{});
  CHECK(lecture.at == gui::LecturePlace{});
  CHECK(lecture.votes.empty());
  CHECK(lecture.seconds() == doctest::Approx(0));
  talk.act(gui::action::BackToItem{});
  CHECK(lecture.vote_step() == VoteStep::kSecond);
  CHECK(lecture.votes.at(1).rounds[0].hands[1] == 9);
  CHECK(lecture.seconds() == doctest::Approx(70));
}

TEST_CASE("lecture: one that nobody ended opens where it broke off") {
  const tests::TempFolder folder;
  const std::string path = folder.path("lectures.json");
  {
    Talk talk(kTalk, path);
    talk.session.update(10);
    talk.on();
    talk.act(gui::action::CountHands{0, 5});
    talk.session.update(70);
    talk.on();
  }
  Talk again(kTalk, path);
  const gui::Lecture& lecture = again.model.lecture;
  CHECK_FALSE(lecture.offered);
  CHECK(lecture.is_resumed);
  CHECK(lecture.vote_step() == VoteStep::kSecond);
  CHECK(lecture.votes.at(1).rounds[0].hands[0] == 5);
  CHECK(lecture.seconds() >= 60);
  CHECK(again.model.course.stop()->id == "how-many");
  again.next();
  CHECK_FALSE(lecture.is_resumed);
  CHECK(again.model.course.stop()->id == "column");
  SUBCASE("and then where it broke off again") {
    const Talk third(kTalk, path);
    CHECK(third.model.lecture.at.item == 2);
  }
  SUBCASE("once it was closed it opens at its start") {
    REQUIRE(again.session.stop(60));
    const Talk third(kTalk, path);
    CHECK(third.model.lecture.at == gui::LecturePlace{});
    REQUIRE(third.model.lecture.offered);
    CHECK(third.model.lecture.offered->at.item == 2);
  }
}

TEST_CASE("lecture: where it was closed is offered") {
  const tests::TempFolder folder;
  const std::string path = folder.path("lectures.json");
  {
    Talk talk(kTalk, path);
    talk.on();
    talk.act(gui::action::CountHands{0, 5});
    talk.on();
    REQUIRE(talk.session.stop(60));
  }
  {
    // Looked into and closed: what is offered stays.
    Talk looked(kTalk, path);
    REQUIRE(looked.model.lecture.offered);
    REQUIRE(looked.session.stop(60));
  }
  Talk again(kTalk, path);
  CHECK(again.model.lecture.at == gui::LecturePlace{});
  REQUIRE(again.model.lecture.offered);
  again.act(gui::action::StartLecture{});  // F5 out of habit
  REQUIRE(again.model.lecture.offered);
  again.act(gui::action::StartLecture{true});
  CHECK(again.model.lecture.vote_step() == VoteStep::kSecond);
  CHECK(again.model.lecture.votes.at(1).rounds[0].hands[0] == 5);
  CHECK(again.model.course.stop()->id == "how-many");
  CHECK_FALSE(again.model.lecture.offered);
  SUBCASE("another lecture is offered nothing") {
    const Talk other("mine.barrier\n", folder.path("others.json"));
    CHECK_FALSE(other.model.lecture.offered);
  }
}

TEST_CASE("lecture: a text opens at its access, with the playlist's launch") {
  const test::ScratchFile file(
      "// warplens: --block 32 --arg a=int[64]\n"
      "__global__ void two(int* a) {\n"
      "  a[threadIdx.x] = 1;\n"
      "  a[threadIdx.x + 32] = 2;\n"
      "}\n");
  Talk talk(file.path + " @ access 2 --block 16\nblank\n" + file.path + " @ access 9\n");
  CHECK(talk.model.path == file.path);
  CHECK(talk.model.selection.step == 1);
  CHECK(talk.model.launch.block.x == 16);
  CHECK(talk.model.options.stage == Stage::kAccess);
  talk.act(gui::action::GoToStep{0});
  talk.act(gui::action::BackToItem{});
  CHECK(talk.model.selection.step == 1);
  talk.act(gui::action::GoToItem{2});
  CHECK(talk.model.selection.step == 1);
  CHECK(talk.model.notice.find("none of number 9") != std::string::npos);
}

TEST_CASE("lecture: a text that is gone is named, and the lecture goes on") {
  Talk talk("missing.cu\nmine.column\n");
  CHECK(talk.model.notice.find("missing.cu") != std::string::npos);
  CHECK(talk.model.document > 0);
  talk.on();
  CHECK(talk.model.course.stop()->id == "column");
}

TEST_CASE("lecture: without one its actions do nothing") {
  gui::Session session = test::make_session();
  const gui::State& model = test::open(session, "matmul-tiled");
  for (const gui::Action& action :
       {gui::Action(gui::action::StepLecture{1}), gui::Action(gui::action::StartLecture{}),
        gui::Action(gui::action::GoToItem{0}), gui::Action(gui::action::BackToItem{}),
        gui::Action(gui::action::BlankScreen{}), gui::Action(gui::action::CountHands{0, 1})}) {
    test::act(session, action);
  }
  CHECK_FALSE(model.lecture.is_on());
  CHECK_FALSE(model.lecture.shows_nothing());
  CHECK(model.options.stage == Stage::kOff);
}
