// Scores of questions: what is counted, what comes again, and the file that keeps them.
#include "app/session/scores.hpp"

#include <doctest/doctest.h>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "session_fixture.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using scene::Belief;

namespace {

scene::Question question(std::vector<Belief> beliefs) {
  scene::Question result;
  for (const Belief belief : beliefs) result.choices.push_back({"", belief, "", 0});
  return result;
}

gui::Session session_with(const std::string& path, bool threads) {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.threads = threads;
  options.scores_path = path;
  return gui::Session(std::move(options));
}

// The index of the choice that is right, or of the first that is wrong.
size_t choice_of(const gui::State& model, bool is_right) {
  const scene::Question& asked = (*model.asking.questions)[model.asking.question];
  return is_right ? asked.right() : (asked.right() == 0 ? 1 : 0);
}

}  // namespace

TEST_CASE("scores: first attempts count by belief, and a wrong one is due until it went well") {
  gui::Scores scores;
  const auto asked = question({Belief::kNone, Belief::kNeverConflicts, Belief::kOneALane});
  scores.note(asked, 1);
  CHECK(scores.asked == 1);
  CHECK(scores.right == 0);
  CHECK(scores.beliefs[Belief::kNeverConflicts] == gui::BeliefScore{1, 1, 2});
  CHECK(scores.beliefs[Belief::kOneALane] == gui::BeliefScore{1, 0, 0});
  CHECK(scores.due(asked) == 2);
  CHECK(scores.due(question({Belief::kNone, Belief::kOneALane})) == 0);
  scores.note(asked, 0);
  CHECK(scores.due(asked) == 1);
  scores.note(asked, 0);
  CHECK(scores.due(asked) == 0);
  CHECK(scores.right == 2);
  CHECK(scores.beliefs[Belief::kNeverConflicts] == gui::BeliefScore{3, 1, 0});
}

TEST_CASE("scores: what is written is read again, and what is damaged says so") {
  gui::Scores scores;
  scores.note(question({Belief::kPadIsOne, Belief::kNone}), 0);
  scores.note(question({Belief::kNone, Belief::kLaneIsBank}), 0);
  const auto again = gui::parse_scores(gui::print(scores));
  REQUIRE(again.ok());
  CHECK(*again == scores);
  for (const char* text : {"", "[]", "{", "{\"asked\": 1}", "{\"asked\": 1, \"right\": 2}",
                           "{\"asked\": -1, \"right\": 0}", "{\"asked\": 1e99, \"right\": 0}",
                           "{\"asked\": 1, \"right\": 0, \"beliefs\": {\"pad-is-one\": {}}}",
                           "{\"asked\": 1, \"asked\": 1, \"right\": 0}"}) {
    CAPTURE(text);
    CHECK_FALSE(gui::parse_scores(text).ok());
  }
  // Of a later version.
  CHECK(gui::parse_scores("{\"asked\": 1, \"right\": 0, \"beliefs\": {\"new\": 3}, \"more\": []}")
            .ok());
}

TEST_CASE("scores: a missed question comes first again, in the next window, too, until forgotten") {
  const tests::TempFolder folder;
  const std::string path = folder.path() + "/data/warplens/scores.json";
  std::string missed;
  {
    gui::Session session = session_with(path, false);
    test::open(session, "transpose-column");
    test::act(session,
              gui::action::ChangeOptions{[&](gui::ViewOptions& o) { o.ask_first = true; }});
    test::act(session, gui::action::GoToStep{1});
    // Another question than the one that comes first by itself.
    const gui::State& model = test::act(session, gui::action::AskAnother{});
    REQUIRE(model.asking.questions->size() > 1);
    missed = (*model.asking.questions)[1].text;
    test::act(session, gui::action::Answer{choice_of(model, false)});
    CHECK(model.asking.scores.asked == 1);
    CHECK(model.asking.scores.right == 0);
  }
  REQUIRE(files::exists(path));
  gui::Session session = session_with(path, false);
  const gui::State& model = test::open(session, "transpose-column");
  CHECK(model.asking.scores.asked == 1);
  test::act(session, gui::action::ChangeOptions{[&](gui::ViewOptions& o) { o.ask_first = true; }});
  test::act(session, gui::action::GoToStep{3});
  REQUIRE(model.asking.questions != nullptr);
  CHECK(model.asking.scores.due(model.asking.questions->front()) > 0);
  test::act(session, gui::action::ClearScores{});
  CHECK(model.asking.scores == gui::Scores());
  const auto kept = gui::parse_scores(*files::read_text(path));
  REQUIRE(kept.ok());
  CHECK(*kept == gui::Scores());
}

TEST_CASE(
    "scores: a damaged file is reported and replaced, one that can't be written costs nothing") {
  const tests::TempFolder folder;
  const std::string path = folder.path() + "/scores.json";
  REQUIRE(files::write_text(path, "nonsense").empty());
  gui::Session session = session_with(path, false);
  CHECK(session.model().notice.find("questions are counted anew") != std::string::npos);
  CHECK(session.model().asking.scores == gui::Scores());
  gui::Session other = session_with("/dev/null/scores.json", true);
  const gui::State& model = test::open(other, "transpose-column");
  test::act(other, gui::action::ChangeOptions{[&](gui::ViewOptions& o) { o.ask_first = true; }});
  test::act(other, gui::action::GoToStep{1});
  test::act(other, gui::action::Answer{choice_of(model, true)});
  CHECK(model.asking.scores.right == 1);
}
