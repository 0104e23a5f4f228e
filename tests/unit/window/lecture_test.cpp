// A lecture on stage: the keys that a remote sends, digits that count hands and change no picture,
// letters that can be read from the last row, a pointer that goes away.
#include "app/window/lecture/lecture.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "app/window/kit/fonts.hpp"
#include "app/window/kit/keys.hpp"
#include "panel_fixture.hpp"

using namespace warplens;
using gui::VoteStep;
using test::find_action;
using ui::Key;

namespace {

lecture::Item item_of(lecture::Kind kind, const std::string& words,
                      const std::string& bookmark = "") {
  lecture::Item item;
  item.kind = kind;
  item.words = words;
  item.bookmark = bookmark;
  return item;
}

std::shared_ptr<const course::Lesson> asking_lesson() {
  auto lesson = std::make_shared<course::Lesson>();
  lesson->id = "mine";
  course::Stop& stop = lesson->stops.emplace_back();
  stop.id = "waves";
  stop.question.emplace();
  return lesson;
}

std::shared_ptr<const gui::StopFacts> asking_facts() {
  auto facts = std::make_shared<gui::StopFacts>();
  facts->text = "A warp stores a row of the tile, then loads a column of it.";
  course::Asked& asked = facts->asked.emplace();
  asked.text = "How many wavefronts does the load of the column take?";
  asked.choices = {
      {"1", "", "", false, 1},
      {"2", "", "", false, 2},
      {"One for each of the 32 rows that its lanes name in one bank", "", "", true, 32}};
  asked.reason = "All lanes name words of one bank.";
  return facts;
}

// At an item of: the stop, its vote, a blank screen.
gui::State lecturing(size_t item, VoteStep step = VoteStep::kFirst) {
  gui::State model = test::make_model({}, 1);
  auto playlist = std::make_shared<lecture::Playlist>();
  playlist->title = "Mine";
  playlist->items = {item_of(lecture::Kind::kStop, "mine.waves", "opening"),
                     item_of(lecture::Kind::kVote, "vote", "the vote"),
                     item_of(lecture::Kind::kBlank, "blank")};
  model.lecture.playlist = playlist;
  model.lecture.at = {item, item == 1 ? static_cast<uint32_t>(step) : 0};
  model.course.lessons = {asking_lesson()};
  model.course.at = gui::StopPlace{};
  model.course.facts.results = asking_facts();
  model.options.stage = gui::Stage::kAccess;
  return model;
}

// Frames of the whole stage, with keys.
class Hall {
 public:
  explicit Hall(ImVec2 size = ImVec2(1024, 768)) : stage_(size) { ui::map_keys_without_window(); }

  gui::Actions type(const gui::State& model, const std::string& letters) {
    ImGui::GetIO().AddInputCharactersUTF8(letters.c_str());
    return read(model);
  }
  gui::Actions press(const gui::State& model, Key key) {
    ui::send_key(key, true);
    gui::Actions actions = read(model);
    ui::send_key(key, false);
    read(model);
    return actions;
  }
  void draw(const gui::State& model) {
    stage_.draw(
        [this](ui::Ui& ui, const gui::State& shown, gui::Actions& actions) {
          views::draw_lecture(ui, shown, panels, view, actions);
        },
        model);
  }
  void use_fonts(float scale) {
    ui::FontExtent extent{};
    stage_.ui().scale = scale;
    stage_.ui().least_letters = scale * ui::kBodyLetters;
    stage_.ui().theme = ui::make_theme(scale);
    stage_.ui().fonts =
        ui::make_fonts(ui::FontFiles{}, scale, ui::GlyphNeeds{}, fonts_, extent, ui::kBodyLetters);
  }
  const ui::Probe& probe() const { return stage_.probe(); }

  views::LectureView view;
  views::PanelStates panels;
  bool keys_shown = false;
  bool is_taken = false;  // of the last frame's keys

 private:
  gui::Actions read(const gui::State& model) {
    return stage_.draw(
        [this](ui::Ui& ui, const gui::State& shown, gui::Actions& actions) {
          is_taken = views::read_lecture_keys(ui, shown, view, panels, keys_shown, actions);
        },
        model);
  }

  ui::FontData fonts_;
  test::Stage stage_;
};

}  // namespace

TEST_CASE("lecture on stage: a remote's keys") {
  Hall hall;
  const gui::State model = lecturing(0);
  const auto step = [&](Key key) {
    const gui::Actions actions = hall.press(model, key);
    const auto* action = find_action<gui::action::StepLecture>(actions);
    return action == nullptr ? 0 : action->delta;
  };
  CHECK(step(Key::kPageDown) == 1);
  CHECK(step(Key::kPageUp) == -1);
  const gui::Actions start = hall.press(model, Key::kF5);
  REQUIRE(find_action<gui::action::StartLecture>(start) != nullptr);
  CHECK_FALSE(find_action<gui::action::StartLecture>(start)->is_from_here);
  ui::send_key(Key::kShift, true);
  const gui::Actions here = hall.press(model, Key::kF5);
  ui::send_key(Key::kShift, false);
  REQUIRE(find_action<gui::action::StartLecture>(here) != nullptr);
  CHECK(find_action<gui::action::StartLecture>(here)->is_from_here);
  gui::Actions actions;
  for (const char letter : {'b', 'B', '.'}) {
    CHECK(views::take_lecture_character(static_cast<unsigned>(letter), model, hall.view, actions));
    CHECK(find_action<gui::action::BlankScreen>(actions) != nullptr);
    actions.clear();
  }
  SUBCASE("also off the stage, but not while somebody types") {
    gui::State off = model;
    off.options.stage = gui::Stage::kOff;
    CHECK(find_action<gui::action::StepLecture>(hall.press(off, Key::kPageDown)) != nullptr);
    CHECK(hall.press(off, Key::kEscape).empty());
    CHECK_FALSE(hall.is_taken);
  }
  SUBCASE("Return leaves the rest of a stop's steps out") {
    const gui::Actions next = hall.press(model, Key::kEnter);
    REQUIRE(find_action<gui::action::StepLecture>(next) != nullptr);
    CHECK(find_action<gui::action::StepLecture>(next)->is_whole);
  }
  SUBCASE("the room answers first: digits are nothing while a vote is to come") {
    CHECK(views::take_lecture_character('2', model, hall.view, actions));
    CHECK(actions.empty());
  }
  SUBCASE("no lecture takes no key") {
    gui::State none = model;
    none.lecture = {};
    CHECK(hall.press(none, Key::kPageDown).empty());
    CHECK_FALSE(hall.is_taken);
  }
}

TEST_CASE("lecture on stage: while a vote is open digits count hands and change no picture") {
  Hall hall;
  gui::State model = lecturing(1);
  const gui::Actions counted = hall.type(model, "27");
  CHECK(hall.is_taken);
  REQUIRE(counted.size() == 1);
  const auto* hands = find_action<gui::action::CountHands>(counted);
  REQUIRE(hands != nullptr);
  CHECK(hands->choice == 0);
  CHECK(hands->hands == 27);
  model.lecture.votes[1].rounds[0].hands = {27};
  const auto after = [&](const gui::Actions& actions) {
    const auto* one = find_action<gui::action::CountHands>(actions);
    REQUIRE(one != nullptr);
    return one->hands;
  };
  CHECK(after(hall.type(model, "3")) == 273);
  CHECK(after(hall.press(model, Key::kBackspace)) == 2);
  const auto chosen = [&](Key key) {
    const gui::Actions actions = hall.press(model, key);
    const auto* one = find_action<gui::action::ChooseVoted>(actions);
    return one == nullptr ? -1 : static_cast<int>(one->choice);
  };
  CHECK(chosen(Key::kEnter) == 1);
  CHECK(chosen(Key::kDown) == 1);
  CHECK(chosen(Key::kUp) == -1);
  model.lecture.choice = 2;
  CHECK(chosen(Key::kEnter) == -1);  // the last one
  CHECK(chosen(Key::kUp) == 1);
  CHECK(hall.press(model, Key::kEscape).empty());
  SUBCASE("nor between the rounds and the answer") {
    model.lecture.at.step = static_cast<uint32_t>(VoteStep::kBoth);
    CHECK(hall.type(model, "1234").empty());
    CHECK(hall.is_taken);
  }
  SUBCASE("behind the answer they are the pictures' again") {
    model.lecture.at.step = static_cast<uint32_t>(VoteStep::kAnswer);
    CHECK(hall.type(model, "2").empty());
    CHECK_FALSE(hall.is_taken);
  }
}

TEST_CASE("lecture on stage: the first round is hidden until the second is beside it") {
  Hall hall;
  gui::State model = lecturing(1);
  gui::Vote& vote = model.lecture.votes[1];
  vote.rounds[0].hands = {141, 66, 5};
  hall.draw(model);
  CHECK(hall.probe().has_text("141"));
  CHECK(hall.probe().has_text("1) 1"));
  model.lecture.at.step = static_cast<uint32_t>(VoteStep::kSecond);
  vote.rounds[1].hands = {8};
  hall.draw(model);
  CHECK(hall.probe().has_text("8"));
  for (const char* hidden : {"141", "66"}) CHECK_FALSE(hall.probe().has_text(hidden));
  CHECK(hall.probe().find("vote.bar.1.1") == nullptr);
  model.lecture.at.step = static_cast<uint32_t>(VoteStep::kBoth);
  vote.rounds[1].hands = {8, 20, 40};
  hall.draw(model);
  for (const char* shown : {"141", "66", "8", "20", "40"}) CHECK(hall.probe().has_text(shown));
  const auto length = [&](const std::string& bar) {
    const ui::WidgetRect* rect = hall.probe().find(bar);
    REQUIRE(rect != nullptr);
    return rect->max.x - rect->min.x;
  };
  CHECK(length("vote.bar.1.1") > length("vote.bar.1.2") * 2);
  CHECK(length("vote.bar.2.3") > length("vote.bar.1.3") * 7);
}

TEST_CASE("lecture on stage: a round's clock counts up") {
  Hall hall;
  gui::State model = lecturing(1);
  model.lecture.round_began = 10;
  model.lecture.now = 75.9;
  hall.draw(model);
  CHECK(hall.probe().has_text("1:05"));
  // One more frame a second, and none in between.
  const std::string ticks = views::stage_ticks(model, hall.view);
  model.lecture.now = 75.95;
  CHECK(views::stage_ticks(model, hall.view) == ticks);
  model.lecture.now = 76.1;
  CHECK(views::stage_ticks(model, hall.view) != ticks);
}

TEST_CASE("lecture on stage: the pointer hides after two seconds and comes back") {
  Hall hall;
  gui::State model = lecturing(0);
  const auto move = [](float x) { ImGui::GetIO().MousePos = ImVec2(x, 300); };
  model.lecture.now = 5;
  move(200);
  hall.draw(model);
  CHECK(hall.probe().find("pointer") != nullptr);
  const std::string ticks = views::stage_ticks(model, hall.view);
  model.lecture.now = 7.1;
  CHECK(views::stage_ticks(model, hall.view) != ticks);  // wakes the window
  hall.draw(model);
  CHECK(hall.probe().find("pointer") == nullptr);
  CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_None);
  CHECK(ImGui::GetIO().MousePos.x == 200);  // it is taken away from the picture alone
  move(230);
  hall.draw(model);
  CHECK(hall.probe().find("pointer") != nullptr);
}

TEST_CASE("lecture on stage: bookmarks by name, and by their first letter") {
  Hall hall;
  gui::State model = lecturing(0);
  gui::Actions actions;
  CHECK(views::take_lecture_character('j', model, hall.view, actions));
  CHECK(hall.view.is_list_shown);
  CHECK(hall.view.listed == 0);
  hall.draw(model);
  CHECK(hall.probe().has_text("the vote"));
  CHECK(hall.probe().find("bookmark.2") != nullptr);
  hall.type(model, "t");
  CHECK(hall.view.listed == 1);
  const gui::Actions went = hall.press(model, Key::kEnter);
  REQUIRE(find_action<gui::action::GoToItem>(went) != nullptr);
  CHECK(find_action<gui::action::GoToItem>(went)->item == 1);
  CHECK_FALSE(hall.view.is_list_shown);
}

TEST_CASE("lecture on stage: words are a thirtieth of the height, whatever it is") {
  for (const ImVec2 size : {ImVec2(1024, 768), ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    CAPTURE(size.x);
    CHECK(views::lecture_scale(size) * ui::kBodyLetters >= size.y * views::kLeastShareOfHeight);
    Hall hall(size);
    hall.use_fonts(views::lecture_scale(size));
    for (const VoteStep step : {VoteStep::kFirst, VoteStep::kSecond, VoteStep::kBoth}) {
      gui::State model = lecturing(1, step);
      model.lecture.votes[1].rounds[0].hands = {141, 66, 5};
      model.lecture.votes[1].rounds[1].hands = {1, 20, 90};
      hall.view.is_list_shown = step == VoteStep::kBoth;
      hall.draw(model);
      size_t count = 0;
      for (const ui::DrawnText& text : hall.probe().texts()) {
        if (text.size == 0) continue;
        CAPTURE(text.text);
        CHECK(text.size >= size.y * views::kLeastShareOfHeight);
        CHECK(text.max.x <= size.x);
        CHECK(text.max.y <= size.y);
        ++count;
      }
      CHECK(count > 5);
    }
  }
}

TEST_CASE("lecture on stage: numbers of pictures are as large, or are left out") {
  for (const ImVec2 size : {ImVec2(1024, 768), ImVec2(1280, 720)}) {
    CAPTURE(size.x);
    Hall hall(size);
    hall.use_fonts(views::lecture_scale(size));
    size_t numbers = 0;
    for (const gui::Stage stage : {gui::Stage::kAccess, gui::Stage::kTiles, gui::Stage::kMemory}) {
      gui::State model = lecturing(0);
      model.course.at.reset();  // nothing is asked
      model.options.stage = stage;
      hall.draw(model);
      for (const ui::DrawnText& text : hall.probe().texts()) {
        if (text.size == 0) continue;
        CAPTURE(text.text);
        CHECK(text.size >= size.y * views::kLeastShareOfHeight);
        numbers += text.text.find_first_not_of("0123456789") == std::string::npos ? 1 : 0;
      }
    }
    CHECK(numbers > 20);
  }
}

TEST_CASE(
    "lecture on stage: behind the last item it says that it is over, on a blank screen, too") {
  Hall hall;
  gui::State model = lecturing(2);
  model.lecture.is_over = true;
  hall.draw(model);
  CHECK(hall.probe().has_text("End of the lecture"));
  model = lecturing(1);
  model.lecture.is_over = true;
  hall.draw(model);
  CHECK(hall.probe().has_text("2 of 3   minute 1   End of the lecture"));
}

TEST_CASE("lecture on stage: the foot says which minute it is of how many") {
  Hall hall;
  gui::State model = lecturing(1);
  auto playlist = std::make_shared<lecture::Playlist>(*model.lecture.playlist);
  playlist->items[0].minutes = 2;
  playlist->items[1].minutes = 3;
  playlist->items[2].minutes = 1;
  model.lecture.playlist = playlist;
  model.lecture.now = 65;
  hall.draw(model);
  CHECK(hall.probe().has_text("2 of 3   minute 2 of 6 (this stop: until 5)"));
}

TEST_CASE("lecture on stage: a blank screen has no word and no pointer") {
  Hall hall;
  gui::State model = lecturing(2);
  hall.draw(model);
  CHECK(hall.probe().texts().empty());
  model = lecturing(0);
  model.lecture.is_blank = true;
  hall.draw(model);
  CHECK(hall.probe().texts().empty());
  CHECK(find_action<gui::action::BlankScreen>(hall.press(model, Key::kEscape)) != nullptr);
}
