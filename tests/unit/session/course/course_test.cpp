// The session leads through a lesson: a stop's place, its question with what it covers, answers,
// twins, the way back, and progress that is kept.
#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>

#include "app/session/course/path.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"
#include "tests/unit/session/session_fixture.hpp"

using namespace warplens;

namespace {

// Its first stop covers what it asks about.
std::shared_ptr<const course::Lesson> covering_lesson() {
  nlohmann::json lesson = tests::lesson_json();
  lesson["stops"][0]["arrangement"] = "picture=access cover=sectors";
  lesson["stops"][1]["page"] = "occupancy";
  return tests::must_parse_lesson(lesson);
}

gui::Session course_session(std::shared_ptr<const course::Lesson> lesson,
                            const std::string& progress_path = "") {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.course = {std::move(lesson)};
  options.progress_path = progress_path;
  return gui::Session(std::move(options));
}

size_t index_of(const course::Asked& asked, bool is_right) {
  size_t i = 0;
  while (asked.choices[i].is_right != is_right) ++i;
  return i;
}

const gui::State& answer(gui::Session& session, bool is_right) {
  const course::Asked* asked = session.model().course.asked();
  REQUIRE(asked != nullptr);
  return test::act(session, gui::action::AnswerStop{index_of(*asked, is_right)});
}

}  // namespace

TEST_CASE("course: a stop opens at its place, and its question holds what it covers") {
  gui::Session session = course_session(covering_lesson());
  const gui::State& model = test::open(session, "mine");
  CHECK(model.notice == "");
  REQUIRE(model.course.stop() != nullptr);
  CHECK(model.course.stop()->id == "how-many");
  REQUIRE(model.course.facts.results != nullptr);
  CHECK(model.course.facts.results->text == "Element 69 is ours.");
  CHECK(model.selection.block == trace::BlockId{2, 0, 0});
  CHECK(model.selection.lane == 5);
  CHECK(model.course.is_asking());
  CHECK(model.options.arrangement.covered.has(gui::Count::kSectors));
  SUBCASE("the right answer lifts it at the same place, which is played") {
    const gui::Selection before = model.selection;
    session.apply({gui::action::AnswerStop{index_of(*model.course.asked(), true)}});
    CHECK(model.motion.progress < 1);
    CHECK(model.selection == before);
    CHECK(model.options.arrangement.covered.is_empty());
    CHECK(model.course.answer->is_right);
    CHECK(model.course.progress.first_answers.at("how-many").is_right);
    CHECK(model.course.progress.missed.empty());
  }
  SUBCASE("a wrong one has its belief, and a second one is not taken") {
    answer(session, false);
    const std::string belief = model.course.progress.first_answers.at("how-many").belief;
    CHECK(!belief.empty());
    CHECK(model.course.progress.missed.contains("how-many"));
    test::act(session, gui::action::AnswerStop{index_of(*model.course.asked(), true)});
    CHECK(!model.course.answer->is_right);
  }
  SUBCASE("the user's own arrangement comes back with another text") {
    test::act(session, gui::action::OpenLesson{"transpose-column"});
    CHECK(model.options.arrangement == gui::everything());
  }
  SUBCASE("to be shown the answer is none that was right") {
    test::act(session, gui::action::RevealStop{});
    CHECK(model.options.arrangement.covered.is_empty());
    CHECK(!model.course.progress.first_answers.at("how-many").is_right);
    CHECK(model.course.progress.first_answers.at("how-many").belief == "");
    CHECK(model.course.progress.missed.contains("how-many"));
  }
  SUBCASE("a choice that is not there changes nothing") {
    test::act(session, gui::action::AnswerStop{9});
    CHECK(model.course.is_asking());
  }
  SUBCASE("a number may be typed in place of a choice, but not of a text") {
    const int64_t truth = *model.course.asked()->truth;
    test::act(session, gui::action::TypeAnswer{truth});
    CHECK(model.course.answer->is_right);
    CHECK(model.course.answer->choice == index_of(*model.course.asked(), true));
    test::act(session, gui::action::NextStop{});
    test::act(session, gui::action::TypeAnswer{truth});
    CHECK(model.course.is_asking());
  }
}

TEST_CASE("course: back to the stop after wandering off") {
  gui::Session session = course_session(covering_lesson());
  const gui::State& model = test::open(session, "mine.how-many");
  const gui::Selection at = model.selection;
  test::act(session, gui::action::Step{1, gui::StepUnit::kAccess});
  test::act(session, gui::action::SelectBlock{0, 0, 0});
  test::act(session, gui::action::ChangeOptions{[](gui::ViewOptions& o) {
              o.page = gui::Page::kOccupancy;
              o.arrangement = gui::everything();
            }});
  SUBCASE("in the picture") {}
  SUBCASE("to other parameters") {
    test::act(session, gui::action::SetParameter{"n", 70});
  }
  SUBCASE("to another text") {
    test::act(session, test::edited("__global__ void add() {}"));
  }
  test::act(session, gui::action::BackToArranged{});
  CHECK(model.selection.block == at.block);
  CHECK(model.selection.step == at.step);
  CHECK(model.selection.lane == at.lane);
  CHECK(model.options.page == gui::Page::kSteps);
  CHECK(model.options.arrangement.covered.has(gui::Count::kSectors));
  CHECK(model.text() == tests::kAddText);
  CHECK(model.settings.front().value == "4");  // blocks
  CHECK(model.course.is_asking());
}

TEST_CASE("course: a stop's parameter can be changed only where its launch depends on it") {
  nlohmann::json lesson = tests::lesson_json();
  nlohmann::json& stop = lesson["stops"][0];
  // How many blocks: `more` counts in the other run alone; `place` is of the sentence.
  stop["parameters"]["tried"] = 1;
  stop["parameters"]["more"] = 5;
  stop["parameters"]["place"] = 7;
  stop["launch"] = {"--grid {tried == 1 ? blocks : more} --block {size} --arg a=float[{n}]",
                    "--arg b=float[{n}] --arg c=float[{n}]:zero --arg n={n}"};
  stop["others"]["short"]["set"] = {{"tried", 2}};
  for (nlohmann::json& twin : stop["twins"]) twin["more"] = twin["place"] = 9;
  gui::Session session = course_session(tests::must_parse_lesson(lesson));
  const gui::State& model = test::open(session, "mine");
  REQUIRE(model.lesson != nullptr);
  std::set<std::string> changeable;
  for (const lessons::Parameter& parameter : model.lesson->parameters) {
    if (parameter.minimum != parameter.maximum) changeable.insert(parameter.name);
  }
  CHECK(changeable == std::set<std::string>{"blocks", "n"});
}

TEST_CASE("course: stop after stop, a twin of what was missed, and the end") {
  gui::Session session = course_session(covering_lesson());
  const gui::State& model = test::open(session, "mine");
  answer(session, false);
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.stop()->id == "barrier");
  CHECK(model.options.page == gui::Page::kOccupancy);
  answer(session, true);
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.stop()->id == "third");
  CHECK(!model.course.is_asking());
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.stop()->id == "how-many");
  CHECK(model.course.at->twin == 0);
  CHECK(model.course.is_asking());
  CHECK(model.course.asked()->truth == 3);  // 70 in blocks of 32
  CHECK(model.run->context->grid.x == 3);
  answer(session, true);
  CHECK(model.course.progress.missed.empty());
  CHECK(!model.course.progress.first_answers.at("how-many").is_right);
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.stop()->id == "fourth");
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.stop() == nullptr);
  CHECK(model.course.lesson()->remember == "Round up.");
  CHECK(model.course.is_done(*model.course.lesson()));
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.is_home);
}

TEST_CASE("course: going back shows what was answered, and any stop can be gone to") {
  gui::Session session = course_session(covering_lesson());
  const gui::State& model = test::open(session, "mine");
  answer(session, true);
  test::act(session, gui::action::GoToStop{3});
  CHECK(model.course.stop()->id == "fourth");
  test::act(session, gui::action::PreviousStop{});
  CHECK(model.course.stop()->id == "third");
  test::act(session, gui::action::GoToStop{0});
  CHECK(!model.course.is_asking());
  CHECK(model.course.answer->is_right);
  CHECK(model.options.arrangement.covered.is_empty());
  test::act(session, gui::action::PreviousStop{});  // there is none
  CHECK(model.course.stop()->id == "how-many");
}

TEST_CASE("course: what a stop says is of the device that is chosen") {
  nlohmann::json stop = tests::number_stop();
  stop["registers"] = 16;
  stop["facts"]["all"] = "occupancy.resources.3.all";
  stop["text"] = "{all} bytes are for all.";
  gui::Session session = course_session(tests::lesson_with(stop));
  const gui::State& model = test::open(session, "mine");
  REQUIRE(model.course.facts.results != nullptr);
  CHECK(model.course.facts.results->text == "233,472 bytes are for all.");
  test::act(session,
            gui::action::ChangeLaunch{[](launch::Launch& launch) { launch.device = "cc3.0"; }});
  CHECK(model.run->device.id == "cc3.0");
  REQUIRE(model.course.facts.results != nullptr);
  CHECK(model.course.facts.results->text == "49,152 bytes are for all.");
  CHECK(model.course.is_asking());
  // It stays chosen from stop to stop.
  test::act(session, gui::action::NextStop{});
  CHECK(model.run->device.id == "cc3.0");
  test::act(session, gui::action::GoToStop{0});
  CHECK(model.course.facts.results->text == "49,152 bytes are for all.");
}

TEST_CASE("course: a typed number may be one that nobody believes in") {
  nlohmann::json stop = tests::number_stop();
  stop["question"]["choices"].erase(0);
  gui::Session session = course_session(tests::lesson_with(stop));
  const gui::State& model = test::open(session, "mine");
  REQUIRE(model.course.asked() != nullptr);
  CHECK(model.course.asked()->is_typed);
  const auto typed = [&](int64_t number) -> const gui::StopAnswer& {
    test::act(session, gui::action::TypeAnswer{number});
    return *model.course.answer;
  };
  SUBCASE("right") {
    CHECK(typed(4).is_right);
  }
  SUBCASE("a belief's") {
    CHECK(!typed(3).is_right);
    CHECK(model.course.answer->choice.has_value());
    CHECK(model.course.progress.first_answers.at("how-many").belief == "division-rounds-up");
  }
  SUBCASE("unknown") {
    CHECK(!typed(77).is_right);
    CHECK(!model.course.answer->choice.has_value());
    CHECK(model.course.progress.first_answers.at("how-many").belief == "");
  }
}

TEST_CASE("course: an unknown number is shown to be wrong by two lanes, if lanes are counted") {
  nlohmann::json stop = tests::text_stop();
  stop["question"] = {{"text", "How many wavefronts?"},
                      {"truth", "waves"},
                      {"choices", nlohmann::json::array()},
                      {"reason", "Each bank gives one word in a wavefront."}};
  SUBCASE("too small: both want words of one bank") {
    gui::Session session = course_session(tests::lesson_with(stop));
    const gui::State& model = test::open(session, "mine");
    test::act(session, gui::action::TypeAnswer{5});
    REQUIRE(model.course.answer->lanes);
    CHECK(model.course.answer->lanes->mask() == 0b11);
    CHECK(model.options.arrangement.lit.lanes == 0b11);
    test::act(session, gui::action::GoToStop{2});
    CHECK(model.options.arrangement.lit.lanes == 0);
    test::act(session, gui::action::GoToStop{0});
    CHECK(model.options.arrangement.lit.lanes == 0b11);
  }
  SUBCASE("too large: every lane takes one of its own, and none is served with another") {
    gui::Session session = course_session(tests::lesson_with(stop));
    const gui::State& model = test::open(session, "mine");
    test::act(session, gui::action::TypeAnswer{64});
    CHECK(!model.course.answer->is_right);
    CHECK(!model.course.answer->lanes);
    CHECK(model.options.arrangement.lit.lanes == 0);
  }
  SUBCASE("the fact is none of the access") {
    stop["question"]["truth"] = "wrong";
    gui::Session session = course_session(tests::lesson_with(stop));
    const gui::State& model = test::open(session, "mine");
    REQUIRE(model.course.asked() != nullptr);
    test::act(session, gui::action::TypeAnswer{-7});
    CHECK(!model.course.answer->lanes);
  }
}

TEST_CASE("course: progress is kept, and what was missed comes first at the next start") {
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  {
    gui::Session session = course_session(covering_lesson(), path);
    test::open(session, "mine");
    answer(session, false);
    test::act(session, gui::action::NextStop{});
    CHECK(session.stop(10));
  }
  gui::Session session = course_session(covering_lesson(), path);
  const gui::State& model = test::open(session, "");
  CHECK(model.course.at == std::nullopt);
  CHECK(model.course.progress.done.contains("how-many"));
  test::act(session, gui::action::ContinueCourse{});
  CHECK(model.course.stop()->id == "how-many");
  CHECK(model.course.at->twin == 0);
  answer(session, true);
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.stop()->id == "barrier");
  test::act(session, gui::action::ClearProgress{});
  CHECK(session.stop(10));
  gui::Session cleared = course_session(covering_lesson(), path);
  CHECK(cleared.model().course.progress.is_empty());
}

TEST_CASE("course: damaged progress is reported, and the course can be begun") {
  const tests::TempFolder folder;
  const std::string path = folder.write("progress.json", "{");
  gui::Session session = course_session(covering_lesson(), path);
  CHECK(session.model().notice.find(".damaged") != std::string::npos);
  test::open(session, "mine");
  CHECK(session.model().notice.find(".damaged") != std::string::npos);
  CHECK(session.model().course.is_asking());
}

TEST_CASE("course: another text that is opened ends the stop; lessons keep their names") {
  gui::Session session = course_session(covering_lesson());
  const gui::State& model = test::open(session, "mine");
  test::act(session, gui::action::OpenLesson{"transpose-column"});
  CHECK(!model.course.at);
  CHECK(model.lesson->id == "transpose-column");
  CHECK(model.course.progress.stop == "how-many");
  test::act(session, gui::action::OpenStop{"nowhere"});
  CHECK(model.notice.find("nowhere") != std::string::npos);
  CHECK(!model.course.at);
}

TEST_CASE("course: a stop whose access is gone says so and names the stop") {
  nlohmann::json stop = tests::plain_stop("lost");
  stop["at"] = {{"load", "nothing"}};
  gui::Session session = course_session(tests::lesson_with(stop));
  const gui::State& model = test::open(session, "mine");
  CHECK(model.course.facts.problem.find("lost") != std::string::npos);
  test::act(session, gui::action::NextStop{});
  CHECK(model.course.stop()->id == "second");
}

TEST_CASE("course: the start page closes once something else is opened") {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.course = {covering_lesson()};
  options.starts_at_home = true;
  gui::Session session(std::move(options));
  const gui::State& model = test::open(session, "");
  CHECK(model.course.is_home);
  SUBCASE("a lesson") {
    test::act(session, gui::action::OpenLesson{"transpose-column"});
  }
  SUBCASE("a pasted text") {
    test::act(session, gui::action::OpenText{tests::kAddText});
  }
  SUBCASE("the course") {
    test::act(session, gui::action::ContinueCourse{});
  }
  SUBCASE("by itself") {
    test::act(session, gui::action::ShowHome{false});
  }
  CHECK(!model.course.is_home);
}

TEST_CASE("course: whoever has not begun is asked first, beside two runs that play") {
  nlohmann::json stop = tests::text_stop();
  stop["others"] = {{"padded", {{"set", {{"pad", 1}}}}}};
  stop["opens_course"] = "padded";
  nlohmann::json lesson = tests::lesson_json();
  lesson["stops"][1] = stop;
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  gui::Session session = course_session(tests::must_parse_lesson(lesson), path);
  const gui::State& model = test::act(session, gui::action::ShowHome{});
  const std::optional<gui::FirstQuestion>& first = model.course.first;
  REQUIRE(first);
  REQUIRE(first->asked() != nullptr);
  CHECK(first->asked()->text == "May the barrier go?");
  const auto& sides = first->made.results->sides;
  CHECK(sides[0].name == "pad = 1");
  CHECK(sides[1].name == "pad = 0");
  CHECK(sides[0].moment->passes.count() == 1);
  CHECK(sides[1].moment->passes.count() == 32);
  CHECK(first->played < 1);
  for (int tenth = 0; tenth <= 60; ++tenth) session.update(0.1 * tenth);
  CHECK(first->played == 1);
  SUBCASE("a wrong answer is kept with its belief, and the pictures play again") {
    session.apply({gui::action::AnswerFirst{index_of(*first->asked(), false)}});
    CHECK(first->played < 1);
    CHECK_FALSE(first->answer->is_right);
    CHECK(model.course.progress.first_answers.at("barrier").belief == "own-values");
    CHECK(model.course.progress.missed.contains("barrier"));
    // A second one is not taken; its stop has it.
    test::act(session, gui::action::AnswerFirst{index_of(*first->asked(), true)});
    CHECK_FALSE(first->answer->is_right);
    test::act(session, gui::action::OpenStop{"barrier"});
    CHECK_FALSE(first);
    CHECK_FALSE(model.course.is_asking());
    CHECK_FALSE(model.course.answer->is_right);
    // The next start has the path.
    session.wait_idle();
    gui::Session later = course_session(tests::must_parse_lesson(lesson), path);
    CHECK_FALSE(later.model().course.first);
  }
  SUBCASE("it can be passed by") {
    test::act(session, gui::action::LeaveFirst{});
    CHECK_FALSE(first);
    CHECK(model.course.is_home);
    CHECK(model.course.progress.is_empty());
  }
  SUBCASE("another stop that is opened has begun it") {
    test::act(session, gui::action::OpenStop{"mine"});
    test::act(session, gui::action::ShowHome{});
    CHECK_FALSE(first);
  }
}

TEST_CASE("course: a first question whose access is gone leaves the path") {
  nlohmann::json stop = tests::text_stop();
  stop["others"] = {{"padded", {{"set", {{"pad", 1}}}}}};
  stop["opens_course"] = "padded";
  stop["at"] = {{"load", "nothing"}};
  gui::Session session = course_session(tests::lesson_with(stop));
  const gui::State& model = test::act(session, gui::action::ShowHome{});
  CHECK_FALSE(model.course.first);
  CHECK(model.course.is_home);
}
