// A question's buttons are in sight, however long its text is, which scrolls above them.
#include "app/window/access/question_parts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/window/course/course.hpp"
#include "panel_fixture.hpp"

using namespace warplens;

namespace {

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word " + std::to_string(i) + " ";
  return text;
}

// The stop's question is open, with such a text and choices.
gui::State asking(const std::string& text, const std::vector<std::string>& choices) {
  gui::State model = test::make_model({}, 1);
  auto lesson = std::make_shared<course::Lesson>();
  lesson->id = "mine";
  course::Stop& stop = lesson->stops.emplace_back();
  stop.id = "waves";
  stop.question.emplace();
  auto facts = std::make_shared<gui::StopFacts>();
  course::Asked& asked = facts->asked.emplace();
  asked.text = text;
  for (const std::string& choice : choices) asked.choices.push_back({choice, "", "", false, {}});
  asked.choices.front().is_right = true;
  model.course.lessons = {lesson};
  model.course.at = gui::StopPlace{};
  model.course.facts.results = facts;
  return model;
}

bool is_whole_in(const ui::Probe& probe, const std::string& name, float height, float least) {
  const ui::WidgetRect* rect = probe.find(name);
  return rect != nullptr && rect->visible && rect->max.y <= height &&
         rect->max.y - rect->min.y >= least;
}

}  // namespace

TEST_CASE("question: its buttons are in sight beside a text of any length") {
  const ImVec2 size(320, 170);
  for (const int count : {4, 60, 200}) {
    CAPTURE(count);
    test::Stage stage(size);
    const gui::State model = asking(words(count), {"one", "two", "three"});
    for (int frame = 0; frame < 3; ++frame) {
      stage.draw(
          [](ui::Ui& ui, const gui::State& shown, gui::Actions& actions) {
            views::TypedAnswer typed;
            views::draw_stop_question(ui, shown, typed, actions, false);
          },
          model);
    }
    const float line = ui::font_size(stage.ui().fonts.body);
    for (const char* name : {"answer.1", "answer.3", "answer.reveal"}) {
      CAPTURE(name);
      CHECK(is_whole_in(stage.probe(), name, size.y, line));
    }
    CHECK((stage.probe().find("question:more") != nullptr) == (count > 4));
  }
}

TEST_CASE("question: choices of several lines scroll, and the way to the answer does not") {
  const ImVec2 size(320, 170);
  test::Stage stage(size);
  const gui::State model = asking(words(20), {words(20), words(30), words(25)});
  const auto view = [](ui::Ui& ui, const gui::State& shown, gui::Actions& actions) {
    views::TypedAnswer typed;
    views::draw_stop_question(ui, shown, typed, actions, false);
  };
  for (int frame = 0; frame < 3; ++frame) stage.draw(view, model);
  CHECK(is_whole_in(stage.probe(), "answer.reveal", size.y, ui::font_size(stage.ui().fonts.body)));
  const ui::WidgetRect* last = stage.probe().find("answer.3");
  CHECK((last == nullptr || !last->visible));
  CHECK(test::find_action<gui::action::RevealStop>(stage.press(view, model, "answer.reveal")) !=
        nullptr);
}

TEST_CASE("question: the height that is asked for shows all of it") {
  const float width = 320;
  const gui::State model = asking(words(60), {"one", "two", words(9)});
  test::Stage probe(ImVec2(width, 600));
  probe.draw([](ui::Ui&, const gui::State&, gui::Actions&) {}, model);
  const float height = views::stop_question_height(probe.ui(), model, width, false);
  CHECK(height > 170);
  test::Stage stage(ImVec2(width, height));
  for (int frame = 0; frame < 3; ++frame) {
    stage.draw(
        [](ui::Ui& ui, const gui::State& shown, gui::Actions& actions) {
          views::TypedAnswer typed;
          views::draw_stop_question(ui, shown, typed, actions, false);
        },
        model);
  }
  CHECK(stage.probe().find("question:more") == nullptr);
}
