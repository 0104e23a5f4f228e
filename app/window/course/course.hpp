// What leads through the course: the strip above the panels, a stop's question or a task in the
// sentence's place, and the start page.
#pragma once

#include <string>
#include <vector>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/access/question_parts.hpp"
#include "app/window/frame/layout.hpp"
#include "app/window/kit/hints.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// A stop of the course is open, or the end of a lesson.
bool has_course_strip(const gui::State& model);
// Its lesson's name, the way to the start page; where it is in the lesson; its text; what is next.
void draw_course_strip(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                       const Rect& rect);

// The way to the stop that teaches what the open lesson shows, Lesson::stop, in words; empty where
// the course has none.
std::string way_into_course(const gui::State& model);

// The terms that stops of the course introduce, each with its entry of the glossary; marked
// are the open stop's, and those of stops that are not done.
std::vector<ui::Hint> term_hints(const gui::Course& course);

// A stop's question is open, or it was answered and its place is still selected: kStopQuestionPanel
// is in the sentence's place.
bool has_stop_question(const gui::State& model);
// A number that is typed, between frames.
struct TypedAnswer {
  std::string digits;
  gui::StopPlace of;
  bool is_other = false;  // in the place of choices that are numbers
};
// At the cursor, in the room that is left there. `are_large`: as on stage.
void draw_stop_question(ui::Ui& ui, const gui::State& model, TypedAnswer& typed,
                        gui::Actions& actions, bool are_large);
// [pixels] In which an open one is in sight as a whole, at a width.
float stop_question_height(ui::Ui& ui, const gui::State& model, float width, bool are_large);
// Digits answer while a question is open: they choose, or, where it has no choices or another
// number is wanted, are typed. True if the character was taken.
bool answer_stop_with(unsigned character, const gui::State& model, TypedAnswer& typed,
                      gui::Actions& actions);
// Return sends what was typed, Backspace takes a digit back; else, where it `leads`, Return and
// Page Down go to the next stop, Page Up to the one before. While a stop is open; Return is a
// widget's that has the keyboard.
void read_course_keys(const ui::Ui& ui, const gui::State& model, TypedAnswer& typed, bool leads,
                      gui::Actions& actions);

// A task is open: kTaskPanel, its goal and its hints, is in the sentence's place, and its judge
// below that.
bool has_task(const gui::State& model);
// [pixels] What both need; of the panel, at a width.
float task_height(ui::Ui& ui, const gui::State& model, float width);
float judge_height(const ui::Ui& ui, const gui::State& model);
// At the cursor, in the room that is left there.
void draw_task(ui::Ui& ui, const gui::State& model, gui::Actions& actions);
// A mark for each thing that is judged, and why the first that fails does.
void draw_judge(ui::Ui& ui, const gui::State& model, const Rect& rect);

// A question's choices as buttons, answer.1 and so on.
std::vector<QuestionButton> choice_buttons(const course::Asked& asked);
// What was answered, and why that is right or not.
std::vector<ColoredText> answered_texts(const ui::Theme& theme, const course::Asked& asked,
                                        const gui::StopAnswer& answer);

// The start page's first question in the area: its text, both pictures, the choices; once it is
// answered the reason, and the ways on. While Course::first is there.
void draw_first_question(ui::Ui& ui, const gui::State& model, const Area& area,
                         gui::Actions& actions);
// Digits choose. True if the character was taken.
bool answer_first_with(unsigned character, const gui::State& model, gui::Actions& actions);
// What Return does there: into the question's lesson once it is answered, else to the path.
gui::Action way_on_from_first(const gui::Course& course);

// The test before and after the course: how it is called, and which of its questions is open. On
// the start page, at the right of a heading's row, it is offered, or what came out, which has the
// lessons' place once it is pressed; in its question's place that an answer is kept.
std::string test_title(gui::TestPart part);
std::string test_place(const gui::Course& course);
void draw_test_line(ui::Ui& ui, const gui::State& model, const Area& row, gui::Actions& actions);
void draw_test_result(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions);
void draw_kept_answer(ui::Ui& ui, const course::Asked& asked, const Area& area);

// "Now your own kernel", where path.hpp offers it: its button at a lesson's end, and what the start
// page says below the ways to open one.
bool offers_own_at_end(const gui::Course& course);
std::string own_kernel_words(const gui::Course& course);
// Its accesses are asked about, and there is another one: the button that leads there.
bool has_other_access(const gui::State& model);
QuestionButton other_access_button();

// The start page, in the place of the whole window. `opens`: becomes true where a file is to be
// chosen.
void draw_home(ui::Ui& ui, const gui::State& model, bool& opens, gui::Actions& actions);

}  // namespace warplens::views
